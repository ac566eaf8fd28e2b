//! Deviations of values, and bounds that hold in spite of them.

/// The number of standard errors between a value and its lower bound.
pub(super) const BOUND_ERRORS: f64 = 5.0;

/// The utilities of a few evaluations may be the same by chance.
const LEAST_VARIANCE: f32 = 1e-4;

/// The errors of Student's distribution that are as unlikely as some of the normal one, if the deviation was
/// found from a count of numbers (the approximation of Wallace 1959, turned around).
pub(super) fn widened(errors: f64, numbers: u32) -> f64 {
    let freedom = f64::from(numbers.max(2) - 1);
    let scaled = errors * (8.0 * freedom + 3.0) / (8.0 * freedom + 1.0);
    (freedom * (scaled * scaled / freedom).exp_m1()).sqrt()
}

/// The mean and the standard deviation of some utilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    mean: f64,
    pub(super) deviation: f64,
}

impl Spread {
    /// From the mean and the mean square.
    pub(super) fn new(mean: f32, square: f32) -> Spread {
        let variance = square - mean * mean;
        Spread {
            mean: mean.into(),
            deviation: variance.max(LEAST_VARIANCE).sqrt().into(),
        }
    }

    /// Returns a bound that the true mean is almost surely not below.
    pub(super) fn bound(self, visits: u32) -> f64 {
        self.mean - widened(BOUND_ERRORS, visits) * self.deviation / f64::from(visits.max(1)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_widen_an_interval() {
        // Two-sided 95 % and 99.9 % of Student's distribution, from tables.
        for (errors, numbers, expected) in [
            (1.960, 6, 2.571),
            (1.960, 31, 2.042),
            (3.291, 11, 4.587),
            (3.291, 121, 3.373),
        ] {
            let found = widened(errors, numbers);
            assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
        }
        assert!(widened(5.0, 3) > 100.0 && widened(5.0, 0).is_finite());
        assert!((widened(5.0, 1_000_000) - 5.0).abs() < 1e-3);
    }

    #[test]
    fn a_bound_is_as_far_below_the_mean_as_few_visits_ask_for() {
        // A mean of 0.25 and a variance of 0.3125 - 0.0625.
        let spread = Spread::new(0.25, 0.3125);
        assert!((spread.deviation - 0.5).abs() < 1e-6);
        for visits in [6, 11, 31, 1000] {
            let errors = (0.25 - spread.bound(visits)) * f64::from(visits).sqrt() / 0.5;
            assert!(
                (errors - widened(BOUND_ERRORS, visits)).abs() < 1e-5,
                "{visits}"
            );
        }
        // As unlikely as 5 of the normal distribution are 11.17 of Student's with ten degrees of freedom, computed by
        // numeric integration, and 5 with many.
        let errors = |visits: u32| (0.25 - spread.bound(visits)) * f64::from(visits).sqrt() / 0.5;
        assert!((errors(11) / 11.17 - 1.0).abs() < 0.02, "{}", errors(11));
        assert!((errors(1_000_000) - 5.0).abs() < 1e-2);
        // What has no variance by chance has the least one.
        assert!((Spread::new(0.5, 0.25).deviation - 0.01).abs() < 1e-6);
    }
}
