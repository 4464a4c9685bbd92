/** The folder set by a variable, if any, and the default one. */
export function namedAndUsual(named: string | undefined, usual: string): string[] {
  return named ? [named, usual] : [usual];
}
