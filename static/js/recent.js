// @ts-check
// The last pages of this window, for the search to begin with. They are kept by the browser, for as
// long as the window
// is open and the person signed in: the server is not told where people have been.
const KEY = "recent";
const MOST = 6;

export const recent = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};

export const remember = (title, address) => {
  const others = recent().filter((one) => one.address !== address);
  sessionStorage.setItem(KEY, JSON.stringify([{ title, address }, ...others].slice(0, MOST + 1)));
};

export const forget = () => sessionStorage.removeItem(KEY);
