// Preloaded into the application: the launcher holds its standard input open, so that it ends with the launcher, however
// that one ended. Without this a killed launcher would leave a server on the port.
process.stdin.on('end', leave).on('error', leave).resume();
process.stdin.unref?.();

function leave() {
  process.kill(process.pid, 'SIGTERM');
}
