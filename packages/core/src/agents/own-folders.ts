/** Where a folder is by a variable, if that is set, and where it is by default. */
export function namedAndUsual(named: string | undefined, usual: string): string[] {
  return named ? [named, usual] : [usual];
}
