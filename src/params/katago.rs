//! The settings of KataGo's that are no parameters of kosumi's, and why.
//!
//! KataGo's example files and the programs that talk to it name them. A value that says what kosumi does anyway is accepted;
//! others are refused with the reason, so that nobody takes them for granted.

/// Settings that are refused for one reason.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    /// Their names, each with the values that say what kosumi does. A name that ends in `*` stands for all that begin so.
    settings: &'static [(&'static str, &'static [&'static str])],
    /// Why no other value is taken.
    reason: &'static str,
}

/// What becomes of a setting of KataGo's that is no parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// The value says what kosumi does anyway.
    Done,
    /// It is refused for a reason.
    Refused(&'static str),
}

const FALSE: &[&str] = &["false"];
const TRUE: &[&str] = &["true"];
const ZERO: &[&str] = &["0"];
const ONE: &[&str] = &["1"];
const NONE: &[&str] = &[];

#[rustfmt::skip]
const REFUSALS: &[Refusal] = &[
    Refusal { settings: &[
        ("logDir", NONE), ("logDirDated", NONE), ("logFile", NONE), ("logToStderr", NONE), ("logToStdout", NONE), ("logAllGTPCommunication", NONE),
        ("logAllRequests", NONE), ("logAllResponses", NONE), ("logSearchInfo", NONE), ("logSearchInfoForChosenMove", NONE),
        ("logErrorsAndWarnings", TRUE), ("startupPrintMessageToStderr", NONE)],
        reason: "the flags -v and --log say what is logged" },
    Refusal { settings: &[
        ("cuda*", NONE), ("opencl*", NONE), ("trt*", NONE), ("metal*", NONE), ("numNNServerThreadsPerModel", NONE), ("numEigenThreadsPerModel", NONE),
        ("gtpForceMaxNNSize", FALSE), ("maxBoardXSizeForNNBuffer", NONE), ("maxBoardYSizeForNNBuffer", NONE), ("requireMaxBoardSize", FALSE),
        ("nnMaxBatchSize", NONE), ("minPlayoutsPerThread", NONE)],
        reason: "kosumi finds threads and batches by itself, and its parameter device names a graphics card" },
    Refusal { settings: &[
        ("nnCacheSizePowerOfTwo", NONE), ("nnMutexPoolSizePowerOfTwo", NONE), ("nodeTableShardsPowerOfTwo", NONE), ("subtreeValueBiasTableNumShards", NONE)],
        reason: "memory_mb bounds the tree and the cache" },
    Refusal { settings: &[("numAnalysisThreads", NONE), ("numSearchThreadsPerAnalysisThread", NONE)],
        reason: "the flags --threads and --search-threads of kosumi analysis say it" },
    Refusal { settings: &[("nnRandomize", FALSE)],
        reason: "boards below the root are never turned; rootNumSymmetriesToSample turns the root" },
    Refusal { settings: &[("nnRandSeed", NONE), ("searchRandSeed", NONE)],
        reason: "the flag --seed begins the random numbers" },
    Refusal { settings: &[("homeDataDir", NONE), ("warnUnusedFields", TRUE)],
        reason: "kosumi keeps no files of its own, and always warns" },
    Refusal { settings: &[
        ("rules", NONE), ("koRule", NONE), ("scoringRule", NONE), ("taxRule", NONE), ("multiStoneSuicideLegal", NONE), ("hasButton", NONE), ("friendlyPassOk", NONE),
        ("whiteHandicapBonus", NONE), ("defaultBoardSize", NONE), ("ignoreGTPAndForceKomi", NONE), ("drawEquivalentWinsForWhite", &["0.5"]),
        ("assumeMultipleStartingBlackMovesAreHandicap", TRUE)],
        reason: "it belongs to the game: a command, a query or the flag --rules sets the rules" },
    Refusal { settings: &[("preventCleanupPhase", TRUE)],
        reason: "kosumi has no phase in which the players play on by other rules" },
    Refusal { settings: &[
        ("enablePassingHacks", NONE), ("enableMorePassingHacks", NONE), ("fillDameBeforePass", NONE), ("rootEndingBonusPoints", NONE), ("rootPruneUselessMoves", NONE),
        ("alwaysComputePassAliveUnderSuicideRules", &["auto"])],
        reason: "kosumi finds out by itself what a pass leads to" },
    Refusal { settings: &[("noResultUtilityForWhite", ZERO), ("noResultStdev", ZERO)],
        reason: "a game without result is worth a draw" },
    Refusal { settings: &[("ignoreAllHistory", FALSE)],
        reason: "ignorePreRootHistory hides the moves before the root; those of the search are seen" },
    Refusal { settings: &[("genmoveAntiMirror", NONE)],
        reason: "antiMirror is for moves and for analysis" },
    Refusal { settings: &[("dynamicPlayoutDoublingAdvantageCapPerOppLead", ZERO)],
        reason: "only playoutDoublingAdvantage tells the network of an advantage" },
    Refusal { settings: &[("useEvalCache", TRUE)],
        reason: "evalCacheMinVisits says which positions are remembered, and 0 that none is" },
    Refusal { settings: &[("useGraphSearch", TRUE), ("graphSearchRepBound", NONE), ("graphSearchCatchUpLeakProb", ZERO)],
        reason: "a position that several ways lead to is always searched once" },
    Refusal { settings: &[("useUncertainty", TRUE), ("uncertaintyExponent", ONE), ("uncertaintyMaxWeight", &["8"])],
        reason: "uncertaintyCoeff alone says how much less an uncertain evaluation weighs, and 0 that it does not" },
    Refusal { settings: &[("useNoisePruning", TRUE), ("noisePruningCap", NONE)],
        reason: "noisePruneUtilityScale prunes, and 0 does not" },
    Refusal { settings: &[("useLcbForSelection", TRUE), ("useNonBuggyLcb", TRUE), ("lcbStdevs", &["5"]), ("minVisitPropForLCB", &["0.15"])],
        reason: "the best move is that with the highest lower bound, five deviations down, of those that deserve 15 % of the weight of the steadiest one" },
    Refusal { settings: &[("subtreeValueBiasWeightExponent", &["0.85"]), ("subtreeValueBiasFreeProp", NONE)],
        reason: "subtreeValueBiasFactor alone says how far evaluations are corrected" },
    Refusal { settings: &[("fpuParentWeightByVisitedPolicy", TRUE), ("fpuParentWeight", ZERO)],
        reason: "the policy that was visited always weighs the parent" },
    Refusal { settings: &[
        ("numVirtualLossesPerThread", ONE), ("futileVisitsThreshold", ZERO), ("rootDesiredPerChildVisitsCoeff", ZERO), ("rootNoiseEnabled", FALSE),
        ("rootDirichletNoiseTotalConcentration", NONE), ("rootDirichletNoiseWeight", NONE)],
        reason: "wideRootNoise alone spreads visits at the root, and no thread counts twice" },
    Refusal { settings: &[
        ("avoidMYTDaggerHack", FALSE), ("avoidRepeatedPatternUtility", ZERO), ("avoidSgf*", NONE), ("autoAvoidRepeat*", NONE)],
        reason: "kosumi avoids no patterns; it draws among moves of about the same worth in the opening" },
    Refusal { settings: &[
        ("humanSLRootExploreProbWeightless", ZERO), ("humanSLRootExploreProbWeightful", ZERO), ("humanSLPlaExploreProbWeightless", ZERO),
        ("humanSLPlaExploreProbWeightful", ZERO), ("humanSLOppExploreProbWeightless", ZERO), ("humanSLOppExploreProbWeightful", ZERO),
        ("humanSLCpuctExploration", NONE), ("humanSLCpuctPermanent", NONE)],
        reason: "the search never explores a move because people play it" },
    Refusal { settings: &[("chosenMovePrune", NONE), ("chosenMoveSubtract", ZERO)],
        reason: "moves are drawn by chosenMoveTemperature alone" },
    Refusal { settings: &[("delayMoveScale", ZERO), ("delayMoveMax", NONE)],
        reason: "a move is answered as soon as it is found" },
    Refusal { settings: &[
        ("maxVisitsPondering", NONE), ("maxPlayoutsPondering", NONE), ("maxTimePondering", NONE)],
        reason: "pondering ends with the next command" },
    Refusal { settings: &[
        ("searchFactorAfterOnePass", ONE), ("searchFactorAfterTwoPass", ONE), ("searchFactorWhenWinning", ONE), ("searchFactorWhenWinningThreshold", NONE),
        ("midgameTimeFactor", NONE), ("midgameTurnPeakTime", NONE), ("endgameTurnTimeDecay", NONE), ("obviousMoves*", NONE), ("overallocateTimeFactor", NONE),
        ("treeReuseCarryOverTimeFactor", NONE)],
        reason: "kosumi plans its time by itself" },
    Refusal { settings: &[
        ("serverUrl", NONE), ("username", NONE), ("password", NONE), ("proxyHost", NONE), ("proxyPort", NONE), ("maxSimultaneousGames", NONE),
        ("onlyPlayRatingMatches", NONE), ("maxRatingMatches", NONE), ("disablePredownloadLoop", NONE), ("watchOngoingGame*", NONE), ("warnTaskUnusedKeys", NONE)],
        reason: "kosumi contributes no games to KataGo's training" },
    Refusal { settings: &[
        ("numBots", NONE), ("botName*", NONE), ("includeBots", NONE), ("secondaryBots", NONE), ("extraPairs*", NONE), ("numGameThreads", NONE), ("numGamesTotal", NONE),
        ("maxMovesPerGame", NONE), ("logGamesEvery", NONE), ("logMoves", NONE), ("bSize*", NONE), ("koRules", NONE), ("scoringRules", NONE), ("taxRules", NONE),
        ("multiStoneSuicideLegals", NONE), ("hasButtons", NONE), ("komiMean", NONE), ("komiAuto", NONE), ("handicapProb", NONE), ("handicapCompensateKomiProb", NONE),
        ("numExtraBlackFixed", NONE), ("allowRectangleProb", NONE)],
        reason: "the flags of kosumi match say how matches are played" },
    Refusal { settings: &[
        ("komiStdev", NONE), ("komiBig*", NONE), ("fancyKomiVarying", NONE), ("drawRandRadius", NONE), ("cheapSearch*", NONE), ("reduceVisits*", NONE), ("reducedVisits*", NONE),
        ("earlyForkGame*", NONE), ("forkGame*", NONE), ("forkSidePositionProb", NONE), ("forkCompensateKomiProb", NONE), ("sgfCompensateKomiProb", NONE),
        ("compensateAfterPolicyInitProb", NONE), ("initGamesWithPolicy", NONE), ("policyInit*", NONE), ("policySurpriseDataWeight", NONE), ("valueSurpriseDataWeight", NONE),
        ("estimateLeadProb", NONE), ("normalAsymmetricPlayoutProb", NONE), ("handicapAsymmetricPlayoutProb", NONE), ("maxAsymmetricRatio", NONE),
        ("minAsymmetricCompensateKomiProb", NONE)],
        reason: "the flags of kosumi train say how games for training are played" },
];

/// What becomes of a setting of KataGo's with a value; `None` if KataGo has none of the name.
#[must_use]
pub fn foreign(name: &str, value: &str) -> Option<Foreign> {
    let (refusal, done) = find(name)?;
    let is_it = |same: &&str| {
        let numbers = (same.parse::<f64>(), value.parse::<f64>());
        let is_equal = matches!(numbers, (Ok(same), Ok(value)) if same.total_cmp(&value).is_eq());
        is_equal || same.eq_ignore_ascii_case(value)
    };
    Some(if done.iter().any(is_it) {
        Foreign::Done
    } else {
        Foreign::Refused(refusal.reason)
    })
}

/// Why a setting of KataGo's is no parameter; `None` if KataGo has none of the name.
pub(super) fn reason_against(name: &str) -> Option<&'static str> {
    find(name).map(|(refusal, _)| refusal.reason)
}

fn find(name: &str) -> Option<(&'static Refusal, &'static [&'static str])> {
    let is_it = |known: &str| match known.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => known == name,
    };
    let rows = REFUSALS
        .iter()
        .flat_map(|refusal| refusal.settings.iter().map(move |row| (refusal, row)));
    rows.into_iter()
        .find(|(_, row)| is_it(row.0))
        .map(|(refusal, row)| (refusal, row.1))
}

/// All names of settings that are refused, with the reason.
pub fn refused() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |refusal: &'static Refusal| refusal.settings.iter().map(|row| (row.0, refusal.reason));
    REFUSALS.iter().flat_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{PARAMS, Param};
    use std::collections::HashSet;

    #[test]
    fn what_kosumi_does_anyway_is_accepted_and_the_rest_refused() {
        for (name, value, is_done) in [
            ("useGraphSearch", "true", true),
            ("useGraphSearch", "TRUE", true),
            ("useGraphSearch", "false", false),
            ("lcbStdevs", "5.0", true),
            ("lcbStdevs", "6.0", false),
            ("useEvalCache", "true", true),
            ("useEvalCache", "false", false),
            ("cudaDeviceToUseThread3", "0", false),
            ("nnMaxBatchSize", "64", false),
        ] {
            let found = foreign(name, value).unwrap();
            assert_eq!(found == Foreign::Done, is_done, "{name} {value}");
        }
        assert_eq!(foreign("nonsense", "1"), None);
        assert_eq!(foreign("cud", "1"), None);
    }

    #[test]
    fn a_setting_is_refused_once_or_a_parameter() {
        let mut seen = HashSet::new();
        for (name, _) in refused() {
            assert!(seen.insert(name), "{name}");
            assert!(
                PARAMS
                    .iter()
                    .all(|param| param.names().all(|known| known != name)),
                "{name}"
            );
            let stem = name.strip_suffix('*').unwrap_or(name);
            let parameter = PARAMS
                .iter()
                .flat_map(Param::names)
                .find(|known| name.ends_with('*') && known.starts_with(stem));
            assert_eq!(parameter, None, "{name}");
        }
    }
}
