fn bypass() {
    let _ = tollgate::__private::Core { inner: std::sync::Arc::new(()) };
}

fn main() {}
