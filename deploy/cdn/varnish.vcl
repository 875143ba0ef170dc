vcl 4.1;

# Varnish 7 with varnish-modules in front of the store (Debian 12: 7.1 and 0.20). Goes to /etc/varnish/default.vcl.
# The store needs CDN=http, CDN_PURGE_URLS=http://127.0.0.1:6081/, CDN_PURGE_SECRET, and in TRUSTED_PROXIES the address
# that Varnish connects from.

import std;
import xkey;

backend store {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  # Vendors' calls take up to 30 seconds, and a comment keeps an event stream open every few seconds.
  .first_byte_timeout = 60s;
  .between_bytes_timeout = 60s;
  # /healthz, not /readyz: a store without its database still serves pages from memory.
  .probe = {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# The machines of the store.
acl purgers {
  "127.0.0.1";
}

sub vcl_recv {
  # A copy is served past its minute for 10 seconds while it is fetched again. So a price that was changed (its copies are
  # stale at once) is seen everywhere within these seconds, also on a page that is read once a day. When the store is away,
  # copies are served for a day: at once when the probe has noticed it, after a failed fetch otherwise (vcl_synth).
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = 10s;
  } else {
    set req.grace = 24h;
  }

  # Set by vcl_synth alone.
  if (req.restarts == 0) {
    unset req.http.X-Again;
    unset req.http.X-Purged;
  }

  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.Authorization !=
        "Bearer " + regsub(std.fileread("/etc/varnish/cairn-purge-secret"), "\s+$", "")) {
      return (synth(403));
    }
    # Soft: stale copies stay for the time in which the store does not answer.
    set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200, "Purged"));
  }

  # The language of the reader in one header: what our scripts state, the cookie, then the browser's first that we have.
  if (req.http.X-Locale !~ "^(en|fr)$") {
    if (req.http.Cookie ~ "(?:^|;\s*)cairn_lang=(?:en|fr)\s*(?:;|$)") {
      set req.http.X-Locale = regsub(req.http.Cookie, "^(?:.*;)?\s*cairn_lang=(en|fr)\s*(?:;.*)?$", "\1");
    } elseif (req.http.Accept-Language ~ "(?i)(?:^|,)\s*(?:en|fr)(?:-[a-z0-9-]+)?\s*(?:[;,]|$)(?!\s*q=0(?:\.0*)?\s*(?:,|$))") {
      set req.http.X-Locale = std.tolower(regsub(req.http.Accept-Language,
        "(?i)^.*?(?:^|,)\s*(en|fr)(?:-[a-z0-9-]+)?\s*(?:[;,]|$)(?!\s*q=0(?:\.0*)?\s*(?:,|$)).*$", "\1"));
    } else {
      set req.http.X-Locale = "en";
    }
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # What belongs to a person, or changes something: always to the store, with its cookies.
  # test/house/cdn.test.ts compares this line with the addresses of the store.
  if (req.url ~ "(?i)^/(?:[a-z]{2}/)?(?:auth|profile|checkout|orders|refund|notices|auto-top-up|withdrawals|withdraw(?!/form)|_sandbox|photos|identity|oauth|__|webhooks|healthz|readyz)(?:[/.?]|$)|^/api/(?!(?:catalogue|offers|search|search-index|help|devices)(?:[/.?]|$))") {
    return (pass);
  }
  # The rest is the same for all: no cookie reaches the store, so none can be in an answer.
  unset req.http.Cookie;
  unset req.http.Authorization;
  # The parameters of campaigns change no page. The browser keeps them in its address.
  set req.url = regsuball(req.url, "(?<=[?&])(?:utm_[a-z_]+|gclid|fbclid|msclkid)=[^&]*&?", "");
  set req.url = regsub(req.url, "[?&]$", "");
  return (hash);
}

sub vcl_backend_fetch {
  # Rather a stale copy than a reader who waits for a store that hangs.
  if (!bereq.uncacheable) {
    set bereq.first_byte_timeout = 5s;
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  # The stale copy stays, and vcl_synth serves it. Without one the answer of the store is passed on.
  if (beresp.status >= 500 && (bereq.is_bgfetch || !bereq.http.X-Again)) {
    return (abandon);
  }
  set beresp.grace = 24h;
  # Kept is what the store allows, and nothing else: an answer says so itself, or it is kept nowhere.
  if (beresp.http.Set-Cookie || beresp.http.Vary ~ "(?i)cookie|\*") {
    set beresp.uncacheable = true;
  } elseif (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 60s);
  } elseif (beresp.http.Cache-Control !~ "(?i)(?:^|[ ,])public(?:,|$)" || beresp.ttl <= 0s) {
    set beresp.uncacheable = true;
  }
  if (beresp.uncacheable) {
    # For two minutes, requests for it do not wait for one another.
    set beresp.ttl = 120s;
    set beresp.grace = 0s;
    return (deliver);
  }
  set beresp.http.xkey = "store " + beresp.http.Surrogate-Key;
  return (deliver);
}

sub vcl_backend_error {
  if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Again)) {
    return (abandon);
  }
  set beresp.http.Retry-After = "5";
}

sub vcl_synth {
  if (req.http.X-Purged) {
    set resp.http.Content-Type = "application/json";
    set resp.http.Cache-Control = "no-store";
    synthetic({"{"purged": "} + req.http.X-Purged + "}");
    return (deliver);
  }
  # A fetch has failed: once more, now with every copy that is left.
  if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.X-Again = "1";
    return (restart);
  }
}

sub vcl_deliver {
  if (obj.uncacheable) {
    set resp.http.X-Cache = "pass";
  } elseif (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  # For caches, not for browsers.
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
