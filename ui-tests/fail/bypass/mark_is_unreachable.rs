fn bypass() {
    let _ = tollgate::wire::mark::put;
}

fn main() {}
