export { brief, count, grouped } from "@reprise/model";
