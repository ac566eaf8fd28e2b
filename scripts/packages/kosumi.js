#!/usr/bin/env node
// Starts the program that the package for this system carries.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const system = `${process.platform}-${process.arch}`;
const name = process.platform === "win32" ? "kosumi.exe" : "kosumi";
let program;
try {
  program = require.resolve(`@kosumi/${system}/bin/${name}`);
} catch {
  console.error(`kosumi: there is no package for ${system}, or it was left out; install without --omit=optional`);
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends these to both; kosumi decides what they mean. Others are handed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`kosumi: ${error.message}`);
  process.exit(1);
});
// The end of the program is this one's; shells count a signal from 128.
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
