// @ts-check
/* What the server says to a screen: the JSON in <script type="application/json" id="screen">. */

export const config = JSON.parse(document.getElementById("screen").textContent);

/* One of the answers, by what its button sends; a grade also says how a script sends it. */
export function choiceOf(answer) {
  return config.answers.find((one) => one.value === answer);
}

/* A sentence of the page, with its {places} filled in. */
export function words(name, places = {}) {
  return (config.words[name] ?? name).replace(
    /\{(\w+)\}/g,
    (whole, place) => places[place] ?? whole,
  );
}
