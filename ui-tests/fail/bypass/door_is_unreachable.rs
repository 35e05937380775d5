fn bypass() {
    let _ = tollgate::wire::send;
}

fn main() {}
