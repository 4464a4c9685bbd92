import { describeLibrary, openFileLibrary } from "@reprise/testkit";

describeLibrary("file", openFileLibrary);
