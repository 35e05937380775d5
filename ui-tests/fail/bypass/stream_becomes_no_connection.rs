fn bypass(stream: tollgate::ByteStream) {
    let _ = stream.into_inner();
}

fn main() {}
