fn bypass() {
    let _ = tollgate::__private::Core::new;
}

fn main() {}
