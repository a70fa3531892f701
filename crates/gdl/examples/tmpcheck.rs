fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let c = gdl::check(&path, &bytes);
        for f in c.faults.kept() {
            print!("{}", gdl::render(&c.sheet.source, f));
        }
        println!("{path}: {} errors {} warnings", c.faults.errors(), c.faults.warnings());
    }
}
