fn bypass() {
    let _ = tollgate::__private::Registry::process();
}

fn main() {}
