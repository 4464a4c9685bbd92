import { describeChats } from "./conformance/chats.ts";
import { MemoryChatStore, MemoryChats, reply } from "./memory-chats.ts";

describeChats("memory", async () => {
  const store = new MemoryChatStore();
  const released = Promise.withResolvers<void>();
  const opened: MemoryChats[] = [];
  return {
    async open() {
      const chats = new MemoryChats({
        store,
        script: async ({ message }, { emit }) => {
          if (message === "held") await released.promise;
          emit(reply(`done: ${message}`));
          return {};
        },
      });
      opened.push(chats);
      return chats;
    },
    quick: "quick",
    held: "held",
    otherAgent: "other",
    release: released.resolve,
    async close() {
      for (const chats of opened) await chats.close();
    },
  };
});
