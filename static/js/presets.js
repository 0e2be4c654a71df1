// @ts-check
// A preset's settings were changed, or the scale: from then on they are somebody's own. The element
// with `data-preset-sets` holds the form's fields, and names those of which this is so. The field
// `based_on` tells the server from which preset they were filled.
const settings = document.querySelector("[data-preset-sets]");
const set = new Set(settings.dataset.presetSets.split(" "));

// While the event is caught on its way down: whatever asks for the cost then sends the choice as it
// has become.
settings.addEventListener(
  "input",
  (event) => {
    const form = event.target.form;
    if (!form || !set.has(event.target.name) || form.elements.preset.value === "own") return;
    form.elements.preset.value = "own";
    form.elements.based_on.value = "own";
  },
  true,
);
