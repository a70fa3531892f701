//! Heads of requests and responses: the first line and those headers that matter here.

/// The head of a request or response.
#[derive(Debug, PartialEq, Eq)]
pub struct Head {
    /// The words of the first line.
    pub first: Vec<String>,
    /// Length of the body that the head states.
    pub length: Option<usize>,
    /// Whether the peer waits for `100 Continue` before it sends the body.
    pub waits: bool,
}

impl Head {
    /// Reads a head; returns `None` if the bytes are not text or are empty.
    pub fn read(bytes: &[u8]) -> Option<Head> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.lines();
        let first: Vec<String> = lines.next()?.split_whitespace().map(str::to_owned).collect();
        let mut head = Head { first, length: None, waits: false };
        for (name, value) in lines.filter_map(|line| line.split_once(':')) {
            match name.trim().to_ascii_lowercase().as_str() {
                "content-length" => head.length = value.trim().parse().ok(),
                "expect" => head.waits = value.trim().eq_ignore_ascii_case("100-continue"),
                _ => {}
            }
        }
        Some(head)
    }
}

/// Returns the place where the head ends and the body begins: after the first empty line.
pub fn end_of_head(bytes: &[u8], searched: usize) -> Option<usize> {
    // The end may straddle what was searched before.
    let from = searched.saturating_sub(3);
    let breaks = bytes[from..].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    breaks
        .map(|(index, _)| from + index + 1)
        .find(|&after| {
            let rest = &bytes[after..];
            rest.starts_with(b"\n") || rest.starts_with(b"\r\n")
        })
        .map(|after| after + if bytes[after] == b'\n' { 1 } else { 2 })
}

/// Decodes a path in which characters are written as `%20`, and spaces as `+`. Returns `None` if it is malformed.
pub fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'%' => {
                let digits = std::str::from_utf8(after.get(..2)?).ok()?;
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &after[2..];
            }
            b'+' => bytes.push(b' '),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_in_any_case() {
        let head = Head::read(b"POST / HTTP/1.0\r\nACCEPT: text/delim\r\ncONTENT-lENGTH : 12\r\n");
        let head = head.unwrap();
        assert_eq!(head.first, ["POST", "/", "HTTP/1.0"]);
        assert_eq!((head.length, head.waits), (Some(12), false));
        assert_eq!(Head::read(b"x\r\nContent-Length: many\r\n").unwrap().length, None);
        assert_eq!(Head::read(&[0xFF, 0xFE]), None);
        assert_eq!(Head::read(b""), None);
    }

    #[test]
    fn heads_end_with_an_empty_line() {
        for text in
            ["GET / HTTP/1.0\r\n\r\nbody", "GET / HTTP/1.0\n\nbody", "a\r\nb: c\r\n\r\nbody"]
        {
            let end = end_of_head(text.as_bytes(), 0).unwrap();
            assert_eq!(&text[end..], "body");
            for cut in 0..end {
                let begun = end_of_head(&text.as_bytes()[..cut], 0);
                assert_eq!(begun, None, "{text:?} {cut}");
                assert_eq!(end_of_head(text.as_bytes(), cut), Some(end), "{text:?} {cut}");
            }
        }
        assert_eq!(end_of_head(b"GET / HTTP/1.0\r\nmore", 0), None);
    }

    #[test]
    fn paths_are_decoded() {
        assert_eq!(decoded("(PLAY%20m+NIL)").as_deref(), Some("(PLAY m NIL)"));
        assert_eq!(decoded("%28INFO%29").as_deref(), Some("(INFO)"));
        assert_eq!(decoded("%2"), None);
        assert_eq!(decoded("%zz"), None);
        assert_eq!(decoded("%é"), None);
        assert_eq!(decoded("%FF"), None);
    }
}
