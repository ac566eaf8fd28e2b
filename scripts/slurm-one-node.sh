#!/usr/bin/env bash
# A Slurm of one node, this machine, to try job arrays without a cluster.
#
#     scripts/slurm-one-node.sh start     # prints a line for the shell: export SLURM_CONF=...
#     scripts/slurm-one-node.sh stop
#
#     eval "$(scripts/slurm-one-node.sh start)"
#     scripts/match-slurm.sh 4 results/a-b -- --games 40 ...
#     scripts/slurm-one-node.sh stop
#
# Needs root and the programs of Slurm (Debian: slurm-wlm, which brings munge). The daemons are
# started by hand, so that it works in a container too: no init system, no control groups. All that
# they write is below SLURM_ONE_NODE, /tmp/slurm-one-node if not set; `stop` removes it. They listen
# on ports 16817 and 16818, not on those of a real Slurm.
set -euo pipefail

folder=${SLURM_ONE_NODE:-/tmp/slurm-one-node}
export SLURM_CONF=$folder/slurm.conf
export PATH="$PATH:/usr/sbin:/sbin"

usage() {
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

fail() {
    echo "$1; see $folder/*.log" >&2
    exit 1
}

configure() {
    local node cpus
    node=$(hostname -s)
    cpus=$(nproc)
    cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
ReturnToService=2
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
}

start() {
    [[ $(id -u) == 0 ]] || { echo "only root can start a Slurm" >&2; exit 1; }
    local program
    for program in munged slurmctld slurmd sbatch; do
        command -v "$program" >/dev/null || { echo "$program is not installed" >&2; exit 1; }
    done
    [[ ! -e $folder ]] || { echo "$folder exists; stop first" >&2; exit 1; }
    # Munge refuses a key or a socket below a folder that others may write to, except with --force.
    mkdir -m 755 "$folder"
    mkdir "$folder/state" "$folder/spool"
    (umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
    configure
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
        --pid-file="$folder/munged.pid" --seed-file="$folder/munged.seed" \
        --log-file="$folder/munged.log" 2>>"$folder/start.log" || fail "munged does not start"
    slurmctld -c -f "$SLURM_CONF" 2>>"$folder/start.log" || fail "slurmctld does not start"
    slurmd -c -f "$SLURM_CONF" 2>>"$folder/start.log" || fail "slurmd does not start"
    for _ in {1..30}; do
        if [[ $(sinfo --noheader --format=%t 2>>"$folder/start.log") == idle ]]; then
            printf 'export SLURM_CONF=%q\n' "$SLURM_CONF"
            return
        fi
        sleep 1
    done
    fail "the node is not idle after 30 s"
}

# Ends a daemon by the process that it has noted, and waits for it.
end() {
    local file=$folder/$1.pid pid
    [[ -s $file ]] || return 0
    pid=$(<"$file")
    [[ $(ps -o comm= -p "$pid") == "$1" ]] || return 0
    kill "$pid"
    for _ in {1..20}; do
        kill -0 "$pid" 2>/dev/null || return 0
        sleep 0.5
    done
    echo "$1 (process $pid) does not end" >&2
    return 1
}

stop() {
    [[ -e $folder/slurm.conf ]] || { echo "$folder holds no Slurm" >&2; exit 1; }
    if [[ -s $folder/slurmctld.pid ]]; then
        scancel --state=PENDING --user=root 2>/dev/null || true
        scancel --user=root 2>/dev/null || true
    fi
    end slurmd
    end slurmctld
    end munged
    rm -rf "$folder"
}

case ${1-} in
    start) start ;;
    stop) stop ;;
    *) usage ;;
esac
