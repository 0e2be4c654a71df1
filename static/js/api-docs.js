// Draws the OpenAPI document. What is tried out goes with the reader's own session, so it needs their CSRF token.
"use strict";

const place = document.getElementById("docs");
const csrf = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]*)/) || [])[1] || "";

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
