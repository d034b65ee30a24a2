-- What wrk sends: requests of many signed-in people in turn, each from the address that a proxy on this computer would name, so that
-- the limits of one person and of one address are those of a department and not of a bench.
-- Arguments: the file of people (cookie, tab, address a line), then files of requests: method, path, and the body, a line each.
local people, requests, turn = {}, {}, 0

function init(args)
   for line in io.lines(args[1]) do
      local cookie, address = line:match("^(.-)\t(.+)$")
      people[#people + 1] = { cookie, address }
   end
   for index = 2, #args do
      local file = io.open(args[index])
      local method, path, body = file:read("*l"), file:read("*l"), file:read("*a")
      file:close()
      requests[#requests + 1] = { method, path, body }
   end
   -- Each run begins with people of its own: those of the last one have used what they may ask in a minute.
   turn = os.time() * 7919
end

function request()
   turn = turn + 1
   local person = people[turn % #people + 1]
   local asked = requests[turn % #requests + 1]
   local headers = {
      ["Cookie"] = person[1],
      ["X-Forwarded-For"] = person[2],
      ["Sec-Fetch-Site"] = "same-origin",
      ["Content-Type"] = "application/json",
   }
   local body = asked[3]
   if body == "" then body = nil end
   return wrk.format(asked[1], asked[2], headers, body)
end

function done(summary, latency)
   io.write(string.format('{"requests": %d, "seconds": %.6f, "refused": %d, "broken": %d, "p50": %.3f, "p99": %.3f}\n',
      summary.requests, summary.duration / 1e6, summary.errors.status,
      summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
      latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
