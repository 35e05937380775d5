fn bypass() {
    let _ = tollgate::Registry::process();
}

fn main() {}
