/// What is done in one step with followers. `KEYS[1]` is what all names begin with, beside those of `OutboxScripts`, as their messages
/// are kept like webhooks':
///
/// - `follower:ID`: a follower; `of:TARGET`: the followers of `scan:ID` or `session:ID` by the time of their registration
/// - `followers`: all by the time at which they end; with `:share:SHARE` those of a share
/// - `followed`: scans that are followed by the time at which somebody looks how they are; `followed:SCAN`: session and owner of one;
///   `scans:SESSION`: those of a session
/// - `activity:SCAN`: what each follower was told: under its id the step of the last update, or `ended`; with `:at` the earliest time of
///   the next update, with `:update` the update that waits
/// - `open`: scans and followers that were told a start and no end, by the time at which that is forgotten
enum FollowerScripts {
    /// Number of values that a follower has in replies.
    static let fields = 8

    private static let followers =
        OutboxScripts.messages + """
            local function follower(id) return base .. 'follower:' .. id end
            local function known(id) return redis.call('EXISTS', follower(id)) == 1 end
            local function facts(id, now)
                local values = redis.call('HMGET', follower(id), 'target', 'carrier', 'address', 'language', 'progress', 'created',
                    'expires')
                if not values[1] or tonumber(values[7]) <= tonumber(now) then return nil end
                local result = {id}
                for index = 1, 7 do result[index + 1] = values[index] end
                return result
            end
            -- Adds to the followers of a target, oldest first.
            local function collect(found, target, now)
                for _, id in ipairs(redis.call('ZRANGE', base .. 'of:' .. target, 0, -1)) do
                    local row = facts(id, now)
                    if row then found[#found + 1] = row end
                end
            end
            local function forget(id)
                local values = redis.call('HMGET', follower(id), 'target', 'share')
                for _, name in ipairs(redis.call('ZRANGE', base .. 'to:follower:' .. id, 0, -1)) do remove(name) end
                redis.call('ZREM', base .. 'followers', id)
                if values[1] then
                    redis.call('ZREM', base .. 'of:' .. values[1], id)
                    redis.call('ZREM', base .. 'followers:share:' .. values[2], id)
                end
                return redis.call('DEL', follower(id))
            end
            local function activity(scan) return base .. 'activity:' .. scan end
            local function put(phase, event, id, body, now, due)
                local values = redis.call('HMGET', follower(id), 'target', 'expires', 'share')
                local endpoint = 'follower:' .. id
                local name = string.format('%015d', redis.call('INCR', base .. 'number'))
                redis.call('HSET', message(name), 'event', event, 'endpoint', endpoint, 'session', values[1], 'type', phase,
                    'body', body, 'created', now, 'expires', values[2], 'attempts', 0, 'due', due, 'share', -1)
                redis.call('PEXPIREAT', message(name), values[2])
                redis.call('ZADD', base .. 'all', 0, name)
                redis.call('ZADD', base .. 'to:' .. endpoint, 0, name)
                redis.call('SADD', base .. 'session:' .. values[1], name)
                queue(name, endpoint, '-1', due)
                redis.call('HSETNX', receiver(endpoint), 'host', 'share:' .. values[3])
                refresh(endpoint)
                return name
            end
            -- Keeps a session's follower for longer, because it was told something. It writes once a day at most.
            local function touch(id, expiry)
                local values = redis.call('HMGET', follower(id), 'target', 'expires', 'share')
                if string.sub(values[1], 1, 8) ~= 'session:' or tonumber(values[2]) + 86400000 > tonumber(expiry) then return end
                redis.call('HSET', follower(id), 'expires', expiry)
                redis.call('PEXPIREAT', follower(id), expiry)
                redis.call('PEXPIREAT', base .. 'of:' .. values[1], expiry)
                redis.call('ZADD', base .. 'followers', expiry, id)
                redis.call('ZADD', base .. 'followers:share:' .. values[3], expiry, id)
            end

            """

    // MARK: Followers

    /// Arguments: id, target, share, now, when it ends, most of a target, most of all, carrier, address, language, whether it follows
    /// progress. Returns `saved`, `many` or `full`.
    static let add = RedisScript(
        followers + """
            local id, target, share, now, expiry = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
            for _, key in ipairs({base .. 'followers', base .. 'followers:share:' .. share}) do
                redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
            end
            for _, other in ipairs(redis.call('ZRANGE', base .. 'of:' .. target, 0, -1)) do
                if not facts(other, now) then
                    forget(other)
                    redis.call('ZREM', base .. 'of:' .. target, other)
                end
            end
            if redis.call('ZCARD', base .. 'of:' .. target) >= tonumber(ARGV[6]) then return 'many' end
            local all = redis.call('ZCARD', base .. 'followers')
            local held = share == '-1' and 0 or redis.call('ZCARD', base .. 'followers:share:' .. share)
            if all >= tonumber(ARGV[7]) or held > tonumber(ARGV[7]) - all then return 'full' end
            redis.call('HSET', follower(id), 'target', target, 'share', share, 'created', now, 'expires', expiry, 'carrier', ARGV[8],
                'address', ARGV[9], 'language', ARGV[10], 'progress', ARGV[11])
            redis.call('PEXPIREAT', follower(id), expiry)
            redis.call('ZADD', base .. 'of:' .. target, now, id)
            redis.call('PEXPIREAT', base .. 'of:' .. target, expiry)
            redis.call('ZADD', base .. 'followers', expiry, id)
            redis.call('ZADD', base .. 'followers:share:' .. share, expiry, id)
            return 'saved'
            """)

    /// Arguments: id, target, when it ends, carrier, address, language, whether it follows progress.
    static let replace = RedisScript(
        followers + """
            local id, target, expiry = ARGV[1], ARGV[2], ARGV[3]
            local values = redis.call('HMGET', follower(id), 'target', 'share')
            if values[1] ~= target then return 0 end
            redis.call('HSET', follower(id), 'expires', expiry, 'carrier', ARGV[4], 'address', ARGV[5], 'language', ARGV[6],
                'progress', ARGV[7])
            redis.call('PEXPIREAT', follower(id), expiry)
            redis.call('PEXPIREAT', base .. 'of:' .. target, expiry, 'GT')
            redis.call('ZADD', base .. 'followers', expiry, id)
            redis.call('ZADD', base .. 'followers:share:' .. values[2], expiry, id)
            return 1
            """)

    /// Arguments: now, targets. Returns their followers.
    static let list = RedisScript(
        followers + """
            local found = {}
            for index = 2, #ARGV do collect(found, ARGV[index], ARGV[1]) end
            return found
            """)

    /// Arguments: id, target.
    static let remove = RedisScript(
        followers + """
            if redis.call('HGET', follower(ARGV[1]), 'target') ~= ARGV[2] then return 0 end
            return forget(ARGV[1])
            """)

    /// Arguments: targets. Returns the number of followers.
    static let removeAll = RedisScript(
        followers + """
            local count = 0
            for index = 1, #ARGV do
                for _, id in ipairs(redis.call('ZRANGE', base .. 'of:' .. ARGV[index], 0, -1)) do count = count + forget(id) end
                redis.call('DEL', base .. 'of:' .. ARGV[index])
            end
            return count
            """)

    /// Arguments: session. Returns the scans of it that are followed, and forgets that they are.
    static let dropSession = RedisScript(
        followers + """
            local scans = redis.call('SMEMBERS', base .. 'scans:' .. ARGV[1])
            for _, scan in ipairs(scans) do
                redis.call('ZREM', base .. 'followed', scan)
                redis.call('DEL', base .. 'followed:' .. scan, activity(scan))
            end
            redis.call('DEL', base .. 'scans:' .. ARGV[1])
            return scans
            """)

    // MARK: Scans

    /// Arguments: scan, session, owner, now, check, when it is forgotten, most open activities, pause, when sessions' followers end now,
    /// whether the start is told, then each follower and its message.
    static let begin = RedisScript(
        followers + """
            local scan, session, now, memory = ARGV[1], ARGV[2], ARGV[4], ARGV[6]
            redis.call('ZREMRANGEBYSCORE', base .. 'open', '-inf', now)
            redis.call('ZADD', base .. 'followed', 'GT', ARGV[5], scan)
            redis.call('HSETNX', base .. 'followed:' .. scan, 'owner', ARGV[3])
            if session ~= '' then
                redis.call('HSET', base .. 'followed:' .. scan, 'session', session)
                redis.call('SADD', base .. 'scans:' .. session, scan)
                redis.call('PEXPIREAT', base .. 'scans:' .. session, memory)
            end
            redis.call('PEXPIREAT', base .. 'followed:' .. scan, memory)
            for index = 11, #ARGV, 2 do
                local id = ARGV[index]
                if redis.call('ZCARD', base .. 'open') >= tonumber(ARGV[7]) then break end
                if known(id) and redis.call('HSETNX', activity(scan), id, 0) == 1 then
                    redis.call('ZADD', base .. 'open', memory, scan .. ':' .. id)
                    redis.call('HSET', activity(scan), id .. ':at', now + ARGV[8])
                    if ARGV[10] == '1' and redis.call('HGET', follower(id), 'progress') == '1' then
                        put('start', scan, id, ARGV[index + 1], now, now)
                    end
                    touch(id, ARGV[9])
                end
            end
            redis.call('PEXPIREAT', activity(scan), memory)
            return 1
            """)

    /// Arguments: scan, now, step before which a follower's last update was, or nothing for the end. Returns the followers with whom
    /// the scan is open.
    static let open = RedisScript(
        followers + """
            local found = {}
            local told = redis.call('HGETALL', activity(ARGV[1]))
            for index = 1, #told, 2 do
                local id, step = told[index], told[index + 1]
                if not string.find(id, ':', 1, true) and step ~= 'ended'
                    and (ARGV[3] == '' or tonumber(step) < tonumber(ARGV[3])) then
                    local row = facts(id, ARGV[2])
                    if row then found[#found + 1] = row end
                end
            end
            return found
            """)

    /// Arguments: scan, now, step, then each follower, the pause until its next update, and its message.
    static let update = RedisScript(
        followers + """
            local scan, now, step = ARGV[1], ARGV[2], ARGV[3]
            local key = activity(scan)
            for index = 4, #ARGV, 3 do
                local id = ARGV[index]
                local told = redis.call('HMGET', key, id, id .. ':at', id .. ':update')
                if told[1] and told[1] ~= 'ended' and tonumber(told[1]) < tonumber(step) and known(id) then
                    local due = math.max(tonumber(now), tonumber(told[2]))
                    -- An update that waits keeps its time, so that no stream of updates holds all of them up.
                    local waiting = told[3] and redis.call('HGET', message(told[3]), 'due')
                    if waiting then due = tonumber(waiting) end
                    due = string.format('%.0f', due)
                    local name = put('update', scan, id, ARGV[index + 2], now, due)
                    if waiting then remove(told[3]) end
                    redis.call('HSET', key, id, step, id .. ':at', due + ARGV[index + 1], id .. ':update', name)
                end
            end
            return 1
            """)

    /// Arguments: scan, now, then each follower, the phase and the message, which may be empty. Returns the number of followers with
    /// whom the scan is still open, because they came meanwhile.
    static let end = RedisScript(
        followers + """
            local scan, now = ARGV[1], ARGV[2]
            local key = activity(scan)
            for index = 3, #ARGV, 3 do
                local id = ARGV[index]
                local told = redis.call('HMGET', key, id, id .. ':update')
                if told[1] and told[1] ~= 'ended' then
                    if ARGV[index + 2] ~= '' and known(id) then
                        put(ARGV[index + 1], scan, id, ARGV[index + 2], now, now)
                        if told[2] then remove(told[2]) end
                    end
                    redis.call('HSET', key, id, 'ended')
                    redis.call('HDEL', key, id .. ':at', id .. ':update')
                    redis.call('ZREM', base .. 'open', scan .. ':' .. id)
                end
            end
            local left, told = 0, redis.call('HGETALL', key)
            for index = 1, #told, 2 do
                local id = told[index]
                if not string.find(id, ':', 1, true) and told[index + 1] ~= 'ended' and facts(id, now) then left = left + 1 end
            end
            if left == 0 then
                local session = redis.call('HGET', base .. 'followed:' .. scan, 'session')
                if session then redis.call('SREM', base .. 'scans:' .. session, scan) end
                redis.call('ZREM', base .. 'followed', scan)
                redis.call('DEL', base .. 'followed:' .. scan)
            end
            return left
            """)

    /// Arguments: event, now, when it is forgotten, most messages that wait for a follower, most in all, when sessions' followers end now,
    /// then each follower and its message. Returns the number of messages.
    static let alert = RedisScript(
        followers + """
            local event, now, count = ARGV[1], ARGV[2], 0
            for index = 7, #ARGV, 2 do
                local id = ARGV[index]
                if known(id) and redis.call('ZCARD', base .. 'to:follower:' .. id) < tonumber(ARGV[4])
                    and redis.call('ZCARD', base .. 'all') < tonumber(ARGV[5])
                    and redis.call('HSETNX', activity(event), id, 'ended') == 1 then
                    put('alert', event, id, ARGV[index + 1], now, now)
                    touch(id, ARGV[6])
                    count = count + 1
                end
            end
            if count > 0 then redis.call('PEXPIREAT', activity(event), ARGV[3]) end
            return count
            """)

    /// Arguments: check, scans.
    static let keep = RedisScript(
        """
        for index = 2, #ARGV do redis.call('ZADD', KEYS[1] .. 'followed', 'XX', ARGV[1], ARGV[index]) end
        return 1
        """)

    /// Arguments: now, check, most scans. Returns for each its id, session and owner.
    static let neglected = RedisScript(
        """
        local found = {}
        for _, scan in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1] .. 'followed', '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
            local values = redis.call('HMGET', KEYS[1] .. 'followed:' .. scan, 'session', 'owner')
            if values[2] then
                redis.call('ZADD', KEYS[1] .. 'followed', ARGV[2], scan)
                found[#found + 1] = {scan, values[1], values[2]}
            else
                redis.call('ZREM', KEYS[1] .. 'followed', scan)
            end
        end
        return found
        """)

    // MARK: Messages

    /// Arguments: message, server, receiver. The message may have been replaced while it was sent.
    static let finish = RedisScript(
        followers + """
            redis.call('HDEL', receiver(ARGV[3]), 'failures', 'rests')
            release(ARGV[3], ARGV[2])
            if find(ARGV[1]) then remove(ARGV[1]) else refresh(ARGV[3]) end
            return 1
            """)

    /// Arguments: message, server, receiver, outcome, until when the receiver rests. The message stays the first of those that are due.
    static let failed = RedisScript(
        followers + """
            if find(ARGV[1]) then
                redis.call('HINCRBY', message(ARGV[1]), 'attempts', 1)
                redis.call('HSET', message(ARGV[1]), 'outcome', ARGV[4])
            end
            release(ARGV[3], ARGV[2])
            if redis.call('EXISTS', receiver(ARGV[3])) == 1 then redis.call('HSET', receiver(ARGV[3]), 'rests', ARGV[5]) end
            refresh(ARGV[3])
            return 1
            """)

    /// Arguments: follower. Returns its values, also past its time; nothing where there is none.
    static let find = RedisScript(followers + "return facts(ARGV[1], 0) or {}")
}
