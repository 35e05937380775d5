fn bypass() {
    let _: tollgate::__private::Core = Default::default();
}

fn main() {}
