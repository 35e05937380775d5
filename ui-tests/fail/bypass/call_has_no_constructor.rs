use tollgate::{Call, Empty};

fn bypass() {
    let _ = Call::<Empty, ()>::new;
}

fn main() {}
