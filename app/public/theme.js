// Applies the chosen appearance before the first paint, so that a dark page never flashes white.
// A file of its own because the Content-Security-Policy allows no inline scripts.
try {
  const theme = localStorage.getItem('driftless.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage in this browser: the system's choice stands.
}
