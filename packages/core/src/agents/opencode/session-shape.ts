/** Ids of its sessions. */
export const sessionShape = /^ses_[0-9A-Za-z_-]{1,128}$/;
