// Draws the OpenAPI document. What is tried out goes with the reader's own session, so it needs their CSRF token.
"use strict";

const place = document.getElementById("docs");
const csrf = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]*)/) || [])[1] || "";

// Its own dark colours, where the rest of the page is dark.
const asked = document.documentElement.dataset.theme;
const dark = matchMedia("(prefers-color-scheme: dark)");
const show = () => document.documentElement.classList.toggle("dark-mode", asked ? asked === "dark" : dark.matches);
dark.addEventListener("change", show);
show();

SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) request.headers["X-CSRFToken"] = csrf();
    return request;
  },
});
