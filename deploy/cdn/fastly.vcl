# VCL snippets for a service of Fastly. Written from its documentation; not run by our tests.
# The store needs CDN=fastly, CDN_SERVICE_ID, CDN_API_TOKEN (scope purge_select), and Fastly's addresses in
# TRUSTED_PROXIES (https://api.fastly.com/public-ip-list).

# Snippet of type "recv".
if (req.http.X-Locale !~ "^(en|fr)$") {
  if (req.http.Cookie:cairn_lang ~ "^(en|fr)$") {
    set req.http.X-Locale = req.http.Cookie:cairn_lang;
  } else {
    set req.http.X-Locale = accept.language_lookup("en:fr", "en", req.http.Accept-Language);
  }
}
# What belongs to a person, or changes something: to the store, with its cookies.
# test/house/cdn.test.ts compares this line with the addresses of the store.
if (req.method !~ "^(GET|HEAD|FASTLYPURGE)$" || req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:auth|profile|checkout|orders|refund|notices|auto-top-up|withdrawals|withdraw(?!/form)|_sandbox|photos|identity|oauth|__|webhooks|healthz|readyz)(?:[/.?]|$)|^/api/(?!(?:catalogue|offers|search|search-index|help|devices)(?:[/.?]|$))") {
  return(pass);
}
unset req.http.Cookie;
unset req.http.Authorization;

# Snippet of type "fetch".
if (beresp.status >= 500 && stale.exists) {
  return(deliver_stale);
}
if (beresp.http.Set-Cookie || beresp.http.Vary ~ "(?i)cookie") {
  return(pass);
}
if (beresp.http.CDN-Cache-Control ~ "max-age=") {
  set beresp.ttl = 60s;
  # Less than the store allows: after a purge the first reader of each place may get the copy of before for this long.
  set beresp.stale_while_revalidate = 10s;
  set beresp.stale_if_error = 86400s;
} elseif (beresp.http.Cache-Control !~ "(?i)public") {
  return(pass);
}
unset beresp.http.CDN-Cache-Control;
unset beresp.http.Cache-Tag;

# Snippet of type "error".
if (obj.status >= 500 && stale.exists) {
  return(deliver_stale);
}
