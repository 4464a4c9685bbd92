import type { Tenants } from "@reprise/model";
import { storeOf } from "../../serving/store-address.ts";
import type { Job } from "../command.ts";

/** The tenants of the database that is named. */
export async function withTenants<Value>(job: Job, work: (tenants: Tenants) => Promise<Value>): Promise<Value> {
  const tenants = await job.machine.openTenants(storeOf(job));
  try {
    return await work(tenants);
  } finally {
    await tenants.close();
  }
}
