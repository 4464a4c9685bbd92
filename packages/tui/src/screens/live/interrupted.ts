/** How the line begins that ends a turn the person has stopped. */
export const interrupted = "Turn interrupted.";
