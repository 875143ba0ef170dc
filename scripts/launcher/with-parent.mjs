// Preloaded into the application. The launcher holds its standard input open, so the application ends with the
// launcher. Otherwise a killed launcher would leave a server on the port.
process.stdin.on('end', leave).on('error', leave).resume();
process.stdin.unref?.();

function leave() {
  process.kill(process.pid, 'SIGTERM');
}
