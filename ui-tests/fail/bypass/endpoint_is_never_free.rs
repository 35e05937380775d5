fn bypass() {
    const FREE: tollgate::__private::Cost = tollgate::__private::cost(0);
    let _ = FREE;
}

fn main() {}
