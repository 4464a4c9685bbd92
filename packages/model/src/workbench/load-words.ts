/** The two texts of the document about saved sessions, word for word. */
export const corruptText = "Previous session could not be restored; start a new session.";
export const outdatedText = "Codex session data is outdated; starting fresh";
