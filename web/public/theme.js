// Puts on the theme that was chosen last, before anything is painted.
try {
  const theme = localStorage.getItem("facedown.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme stays.
}
