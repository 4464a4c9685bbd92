import { effect, signal } from "@preact/signals";
import { hrefOf, type Route, routeOf } from "./route.ts";

/** The current place. Follows the address, including the back key. */
export const route = signal<Route>(routeOf(globalThis.location?.hash ?? ""));

export function followAddress(): void {
  const read = () => {
    route.value = routeOf(window.location.hash);
  };
  read();
  window.addEventListener("hashchange", read);
}

/** Calls with the address of the current place, now and whenever it changes. For after `followAddress`. */
export function followRoute(onAddress: (address: string) => void): void {
  effect(() => onAddress(hrefOf(route.value)));
}

export function goTo(to: Route): void {
  window.location.hash = hrefOf(to);
}

/** Changes the address without another entry in the history: for a place that moves while reading. */
export function replaceRoute(to: Route): void {
  // The person has gone elsewhere, and the event of that is still to come.
  if (routeOf(window.location.hash).screen !== to.screen) return;
  window.history.replaceState(null, "", hrefOf(to));
  route.value = to;
}
