// Runs in a page of another server, which a person who uses `reprise open` has opened. Its address ends with
// #ADDRESS-OF-REPRISE?key=KEY. Writes into the page what became of each attempt.
const [target, key] = location.hash.slice(1).split("?");
const body = '{"chat_id":"evil","message":"run it"}';
const credentials = "include";

function fetched(path, init) {
  return fetch(target + path, init).then(
    (answer) => `read: ${answer.type} ${answer.status}`,
    () => "refused",
  );
}

function loaded(kind, path) {
  return new Promise((resolve) => {
    const element = document.createElement(kind);
    element.onerror = () => resolve("refused");
    element.onload = () => resolve(kind === "iframe" ? frameText(element) : "loaded");
    element.src = target + path;
    document.body.append(element);
  });
}

/** Also the browser's own page about a refusal is closed to us. */
function frameText(frame) {
  try {
    return `read: ${frame.contentWindow.document.body.textContent}`;
  } catch {
    return "refused";
  }
}

/** A form needs nobody's leave to be sent. Its text is JSON. */
function submitted() {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.name = "result";
    const form = document.createElement("form");
    Object.assign(form, {
      method: "post",
      enctype: "text/plain",
      action: `${target}/chat`,
      target: "result",
    });
    const field = document.createElement("input");
    Object.assign(field, { name: body.slice(0, -1), value: "}" });
    form.append(field);
    document.body.append(frame, form);
    frame.onload = () => resolve(frameText(frame));
    form.submit();
  });
}

function socketOpened() {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${target.replace("http", "ws")}/streams`);
    socket.onopen = () => resolve("opened");
    socket.onerror = () => resolve("refused");
  });
}

const json = { "content-type": "application/json" };
const results = {
  "get as anyone": await fetched("/sessions", {}),
  "get as the person": await fetched("/sessions", { credentials }),
  "get unread": await fetched("/sessions", { credentials, mode: "no-cors" }),
  "post JSON": await fetched("/chat", { method: "POST", credentials, headers: json, body }),
  "post text": await fetched("/chat", { method: "POST", credentials, mode: "no-cors", body }),
  "post a form": await submitted(),
  picture: await loaded("img", "/sessions"),
  "picture of the link": await loaded("img", `/open?${key}`),
  script: await loaded("script", "/sessions"),
  frame: await loaded("iframe", "/"),
  socket: await socketOpened(),
  "frame of the link": await loaded("iframe", `/open?${key}`),
};
document.body.append(Object.assign(document.createElement("pre"), { textContent: JSON.stringify(results) }));
