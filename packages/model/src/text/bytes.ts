export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  const units = ["kB", "MB", "GB", "TB", "PB"];
  const step = Math.min(units.length, Math.floor(Math.log10(size) / 3));
  const value = size / 1000 ** step;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[step - 1]}`;
}
