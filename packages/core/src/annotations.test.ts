import { describeAnnotations, openFileLibrary } from "@reprise/testkit";

describeAnnotations("file", openFileLibrary);
