import type { Chats, FleetFigures } from "@reprise/model";
import { counterText, gaugeText } from "./metrics.ts";

const patienceMs = 2000;

/** Of servers that share chats; nothing where none do. Without the database they are missing, and `reprise_fleet_up` is 0. */
export async function fleetMetrics(chats: Chats, onUnexpected: (error: unknown) => void): Promise<string> {
  if (chats.figures === undefined) return "";
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const asked = chats.figures().catch((error: unknown) => {
    onUnexpected(error);
    return null;
  });
  const figures = await Promise.race([asked, late]);
  const up = gaugeText("reprise_fleet_up", "Whether the shared database answers.", figures === null ? 0 : 1);
  return figures === null ? up : up + textOf(figures);
}

function textOf(figures: FleetFigures): string {
  return [
    gaugeText("reprise_fleet_turns_waiting", "Turns of all servers that wait for one.", figures.waitingCount),
    gaugeText("reprise_fleet_turns_running", "Turns of all servers that run.", figures.runningCount),
    gaugeText("reprise_fleet_turns_lapsed", "Turns that run under a lease that has ended.", figures.lapsedCount),
    gaugeText(
      "reprise_fleet_oldest_waiting_seconds",
      "How long the first waiting turn has waited, parked chats left out.",
      figures.oldestWaitingSeconds,
    ),
    gaugeText("reprise_fleet_workers", "Servers that run turns now.", figures.workerCount),
    counterText(
      "reprise_fleet_takeovers_total",
      "Turns that this server took over from another.",
      figures.takeoverCount,
    ),
    counterText("reprise_fleet_lost_leases_total", "Turns that this server lost to another.", figures.lostLeaseCount),
    counterText(
      "reprise_fleet_given_up_total",
      "Turns that this server ended after too many crashes.",
      figures.givenUpCount,
    ),
  ].join("");
}
