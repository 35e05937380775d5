fn bypass() {
    struct Mine;
    impl tollgate::Answer for Mine {
        type Output = ();
    }
}

fn main() {}
