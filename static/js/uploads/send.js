// @ts-check
// Sends a form's data, and says how many bytes have gone out. XMLHttpRequest, because fetch tells
// nothing of what it sends.

// What came of it: the status and the answer, or `lost` where the connection broke or was ended.
export function send(address, data, moved, signal) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const lost = () => resolve({ status: 0, lost: true, text: "", url: address });
    request.upload.addEventListener("progress", (event) => moved(event.loaded, event.total));
    request.addEventListener("load", () =>
      resolve({ status: request.status, text: request.responseText, url: request.responseURL }),
    );
    for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, lost);
    signal?.addEventListener("abort", () => request.abort());
    request.open("POST", address);
    request.send(data);
  });
}

export function asJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
