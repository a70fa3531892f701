//! Lines of results that version 0.1 wrote, in which every kind of experiment had fields of its own, in the form that
//! all kinds have now. Nothing is lost: fields are moved and renamed. No other module knows these forms.

use serde_json::{Map, Value};

/// The version of the program that wrote such lines.
const VERSION: &str = "0.1.0";

/// Returns a line of version 0.1 in the present form; `None` if it is not such a line.
pub fn converted(text: &[u8]) -> Option<Value> {
    let Ok(Value::Object(mut old)) = serde_json::from_slice(text) else { return None };
    if old.contains_key("finding") || old.contains_key("version") {
        return None;
    }
    let (task, finding, seconds) = if old.contains_key("players") {
        of_match(&mut old)?
    } else {
        let task = old.remove("task")?;
        let (finding, seconds) = of_trial(&mut old)?;
        (task, finding, seconds)
    };
    old.insert("task".to_owned(), task);
    old.insert("finding".to_owned(), finding);
    old.insert("seconds".to_owned(), seconds);
    old.entry("number").or_insert(Value::from(0));
    old.insert("version".to_owned(), VERSION.into());
    Some(Value::Object(old))
}

/// Takes the task, the finding and the seconds out of the line of a match.
fn of_match(old: &mut Map<String, Value>) -> Option<(Value, Value, Value)> {
    let (game, _) = old.get("cell")?.as_str()?.split_once('/')?;
    let mut task = Map::from_iter([("game".to_owned(), Value::from(game))]);
    for key in ["players", "tested", "budgets", "ponder"] {
        moved(key, old, &mut task)?;
    }
    let mut finding = Map::new();
    for key in ["roles", "goals", "length", "simulated", "playouts", "thought"] {
        moved(key, old, &mut finding)?;
    }
    // The first runs did not record it.
    let _ = moved("pace", old, &mut finding);
    Some((task.into(), finding.into(), old.remove("seconds")?))
}

/// Takes the finding and the seconds out of the line of a trial of any other kind.
fn of_trial(old: &mut Map<String, Value>) -> Option<(Value, Value)> {
    if let Some(Value::Object(counts)) = old.remove("counted") {
        let seconds = |key: &str| counts.get(key).and_then(Value::as_f64);
        let seconds = seconds("generating")? + seconds("selecting")?;
        return Some((counts.into(), seconds.into()));
    }
    if let Some(Value::Object(mut trained)) = old.remove("drilled") {
        let seconds = trained.remove("seconds")?;
        return Some((trained.into(), seconds));
    }
    if let Some(Value::Object(mut tree)) = old.remove("harvest") {
        let seconds = tree.remove("seconds")?;
        let (outcome, score) = (tree.remove("fruit")?, tree.remove("against")?);
        tree.insert("outcome".to_owned(), outcome);
        tree.insert("score".to_owned(), score);
        return Some((tree.into(), seconds));
    }
    let mut finding = Map::new();
    if old.contains_key("sums") {
        moved("sums", old, &mut finding)?;
        moved("known", old, &mut finding)?;
        finding.insert("afterstates".to_owned(), old.remove("met")?);
    } else {
        moved("critical", old, &mut finding)?;
        moved("calm", old, &mut finding)?;
    }
    Some((finding.into(), old.remove("seconds")?))
}

/// Moves a field from one object to another; `None` if it is not there.
fn moved(key: &str, from: &mut Map<String, Value>, to: &mut Map<String, Value>) -> Option<()> {
    to.insert(key.to_owned(), from.remove(key)?);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, expected: &str) {
        let expected: Value = serde_json::from_str(expected).expect("it is JSON");
        assert_eq!(converted(old.as_bytes()), Some(expected));
    }

    #[test]
    fn fields_are_moved_and_none_is_lost() {
        check(
            r#"{"experiment":"e","cell":"nim/a","number":2,"seed":5,"roles":["x"],"players":["p"],"tested":0,"goals":[1],"length":3,
                "budgets":[{"simulations":7}],"ponder":false,"simulated":[1],"playouts":[2],"thought":[0.1],"seconds":0.5,"threads":2}"#,
            r#"{"experiment":"e","cell":"nim/a","number":2,"seed":5,"seconds":0.5,"threads":2,"version":"0.1.0",
                "task":{"game":"nim","players":["p"],"tested":0,"budgets":[{"simulations":7}],"ponder":false},
                "finding":{"roles":["x"],"goals":[1],"length":3,"simulated":[1],"playouts":[2],"thought":[0.1]}}"#,
        );
        check(
            r#"{"experiment":"e","cell":"c","number":1,"seed":5,"task":{"game":"nim"},"met":4,"known":3,"seconds":1.5,"sums":[1]}"#,
            r#"{"experiment":"e","cell":"c","number":1,"seed":5,"task":{"game":"nim"},"seconds":1.5,"version":"0.1.0",
                "finding":{"afterstates":4,"known":3,"sums":[1]}}"#,
        );
        check(
            r#"{"experiment":"e","cell":"c","seed":5,"task":1,"counted":{"generating":0.5,"selecting":1.0,"unique":2}}"#,
            r#"{"experiment":"e","cell":"c","number":0,"seed":5,"task":1,"seconds":1.5,"version":"0.1.0",
                "finding":{"generating":0.5,"selecting":1.0,"unique":2}}"#,
        );
        check(
            r#"{"experiment":"e","cell":"c","seed":5,"task":1,"harvest":{"nodes":3,"fruit":{"x":1},"against":{"won":1},"seconds":2.5}}"#,
            r#"{"experiment":"e","cell":"c","number":0,"seed":5,"task":1,"seconds":2.5,"version":"0.1.0",
                "finding":{"nodes":3,"outcome":{"x":1},"score":{"won":1}}}"#,
        );
    }

    #[test]
    fn other_lines_are_left_alone() {
        for text in ["", "{}", "[]", r#"{"finding":1}"#, r#"{"players":1}"#, r#"{"task":1}"#] {
            assert_eq!(converted(text.as_bytes()), None, "{text}");
        }
    }
}
