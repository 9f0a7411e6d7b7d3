/// What is done in one step with the outbox. `KEYS[1]` is what all names begin with:
///
/// - `message:NAME`: a message, under its number with zeros before it, so that the order of names is that of numbers
/// - `all`, `waiting`, `dead`, `dead:sessions`: messages; dead letters by the time at which they end
/// - `to:RECEIVER`, `due:RECEIVER`, `due:RECEIVER:SHARE`: all of a receiver's, and those that wait by the time at which they are due
/// - `shares:RECEIVER`: shares with waiting messages; `held:SHARE`: the waiting messages of a share; `session:SESSION`: a session's
/// - `receivers`: the operator's receivers by the time at which they may get a message; `receivers:HOST`: sessions' on a host, or the followers
///   of a client
/// - `hosts`: these hosts and clients by the earliest of these times, so that thousands of a busy one hide no others
/// - `receiver:RECEIVER`: its failures, until when it rests, its host, and which server has it until when
/// - `told:EVENT:DIGEST`: an event was put in for the receiver of this digest, which tells nobody of a deleted session
enum OutboxScripts {
    /// Number of values that a message has in replies.
    static let fields = 12

    static func name(_ number: Int64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 15 - digits.count)) + digits
    }

    static let messages = """
        local base = KEYS[1]
        local function isSession(endpoint) return string.sub(endpoint, 1, 8) == 'session:' end
        local function receiver(endpoint) return base .. 'receiver:' .. endpoint end
        -- Says when a receiver may get its next message. It is called after each change of its messages.
        local function refresh(endpoint)
            local first = redis.call('ZRANGE', base .. 'due:' .. endpoint, 0, 0, 'WITHSCORES')
            local known = redis.call('HMGET', receiver(endpoint), 'rests', 'lease', 'host')
            local host = (isSession(endpoint) or string.sub(endpoint, 1, 9) == 'follower:') and (known[3] or endpoint)
            local receivers = base .. (host and 'receivers:' .. host or 'receivers')
            -- Version 0.1.0 had followers among the operator's receivers.
            if host then redis.call('ZREM', base .. 'receivers', endpoint) end
            if #first == 0 then
                redis.call('ZREM', receivers, endpoint)
                redis.call('DEL', receiver(endpoint))
            else
                redis.call('ZADD', receivers,
                    math.max(tonumber(first[2]), tonumber(known[1] or 0), tonumber(known[2] or 0)), endpoint)
            end
            if not host then return end
            local earliest = redis.call('ZRANGE', receivers, 0, 0, 'WITHSCORES')
            if #earliest == 0 then redis.call('ZREM', base .. 'hosts', host)
            else redis.call('ZADD', base .. 'hosts', earliest[2], host) end
        end
        local function release(endpoint, server)
            if redis.call('HGET', receiver(endpoint), 'server') == server then
                redis.call('HDEL', receiver(endpoint), 'lease', 'server')
            end
        end
        local function unqueue(name, endpoint, share)
            redis.call('ZREM', base .. 'waiting', name)
            redis.call('ZREM', base .. 'held:' .. share, name)
            redis.call('ZREM', base .. 'due:' .. endpoint, name)
            local turn = base .. 'due:' .. endpoint .. ':' .. share
            redis.call('ZREM', turn, name)
            if redis.call('EXISTS', turn) == 0 then redis.call('ZREM', base .. 'shares:' .. endpoint, share) end
        end
        local function queue(name, endpoint, share, due)
            redis.call('ZADD', base .. 'waiting', due, name)
            redis.call('ZADD', base .. 'held:' .. share, due, name)
            redis.call('ZADD', base .. 'due:' .. endpoint, due, name)
            redis.call('ZADD', base .. 'due:' .. endpoint .. ':' .. share, due, name)
            redis.call('ZADD', base .. 'shares:' .. endpoint, share, share)
        end
        local function message(name) return base .. 'message:' .. name end
        -- Returns the receiver and the share of a message; nothing where there is none.
        local function find(name)
            local known = redis.call('HMGET', message(name), 'endpoint', 'share')
            return known[1], known[2]
        end
        local function remove(name)
            local known = redis.call('HMGET', message(name), 'endpoint', 'share', 'session')
            redis.call('ZREM', base .. 'all', name)
            redis.call('ZREM', base .. 'dead', name)
            redis.call('ZREM', base .. 'dead:sessions', name)
            if not known[1] then return redis.call('ZREM', base .. 'waiting', name) end
            unqueue(name, known[1], known[2])
            redis.call('ZREM', base .. 'to:' .. known[1], name)
            redis.call('SREM', base .. 'session:' .. known[3], name)
            redis.call('DEL', message(name))
            refresh(known[1])
        end
        local function row(name)
            local values = redis.call('HMGET', message(name), 'event', 'endpoint', 'type', 'body', 'created', 'expires',
                'attempts', 'due', 'dead', 'outcome', 'share')
            local result = {name}
            for index = 1, 11 do result[index + 1] = values[index] end
            return result
        end

        """

    /// Arguments: time of the event, how long it is tried, limits (all, with sessions, of a session), event, type, body, session,
    /// share, then each receiver and its host. Returns the numbers of messages that were put in and that had no room.
    static let insert = RedisScript(
        messages + """
            local now, age, entries, withSessions, perSession = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]),
                tonumber(ARGV[4]), tonumber(ARGV[5])
            local event, session, share = ARGV[6], ARGV[9], ARGV[10]
            local function hasRoom(endpoint)
                local ofSession = isSession(endpoint)
                if ofSession and redis.call('ZCARD', base .. 'to:' .. endpoint) >= perSession then return false end
                local limit = ofSession and withSessions or entries
                local all = redis.call('ZCARD', base .. 'waiting')
                local held = share == '-1' and 0 or redis.call('ZCARD', base .. 'held:' .. share)
                if all >= limit or held > limit - all then return false end
                if redis.call('ZCARD', base .. 'all') < limit then return true end
                -- The oldest dead letter makes room; for a session's webhook, only one to a session's.
                local oldest = redis.call('ZRANGE', base .. (ofSession and 'dead:sessions' or 'dead'), 0, 0)[1]
                if oldest then remove(oldest) end
                return oldest
            end
            local queued, dropped = 0, 0
            for index = 11, #ARGV, 2 do
                local endpoint = ARGV[index]
                local told = base .. 'told:' .. event .. ':' .. redis.sha1hex(endpoint)
                if redis.call('EXISTS', told) == 1 then
                    queued = queued + 1
                elseif not hasRoom(endpoint) then
                    dropped = dropped + 1
                else
                    local name = string.format('%015d', redis.call('INCR', base .. 'number'))
                    redis.call('HSET', message(name), 'event', event, 'endpoint', endpoint, 'session', session, 'type', ARGV[7],
                        'body', ARGV[8], 'created', now, 'expires', now + age, 'attempts', 0, 'due', now, 'share', share)
                    -- Longer than a message is tried and its dead letter is kept, in case no server runs meanwhile.
                    redis.call('PEXPIREAT', message(name), string.format('%.0f', now + 3 * age + 86400000))
                    redis.call('ZADD', base .. 'all', 0, name)
                    redis.call('ZADD', base .. 'to:' .. endpoint, 0, name)
                    redis.call('SADD', base .. 'session:' .. session, name)
                    queue(name, endpoint, share, now)
                    redis.call('HSETNX', receiver(endpoint), 'host', ARGV[index + 1])
                    refresh(endpoint)
                    -- A scan or a report can come again for a day.
                    redis.call('SET', told, '', 'PX', 90000000)
                    queued = queued + 1
                end
            end
            return {queued, dropped}
            """)

    /// Arguments: now, how long the server has the receiver, server, whether sessions' receivers wait, number of busy receivers and
    /// of busy hosts, these, then each receiver and the share of its last message.
    ///
    /// Returns the host and the message; or the time at which there may be one, or nothing.
    static let next = RedisScript(
        messages + """
            local now, lease, server = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
            local busy, hosts, last = {}, {}, {}
            local index = 7
            for _ = 1, tonumber(ARGV[5]) do busy[ARGV[index]] = true; index = index + 1 end
            for _ = 1, tonumber(ARGV[6]) do hosts[ARGV[index]] = true; index = index + 1 end
            while index < #ARGV do last[ARGV[index]] = ARGV[index + 1]; index = index + 2 end
            -- Dead letters past their time, a few at a time.
            for _, name in ipairs(redis.call('ZRANGEBYSCORE', base .. 'dead', '-inf', now, 'LIMIT', 0, 100)) do remove(name) end
            -- The receiver that has waited longest. What is busy is passed over, so one more than that is looked at.
            local function first(key)
                local rows = redis.call('ZRANGE', key, 0, tonumber(ARGV[5]), 'WITHSCORES')
                for row = 1, #rows, 2 do
                    if not busy[rows[row]] then return rows[row], tonumber(rows[row + 1]) end
                end
            end
            local endpoint, ready = first(base .. 'receivers')
            local host = endpoint
            if ARGV[4] == '0' then
                for _, name in ipairs(redis.call('ZRANGE', base .. 'hosts', 0, tonumber(ARGV[5]) + tonumber(ARGV[6]))) do
                    local other, otherReady = first(base .. 'receivers:' .. name)
                    if other and not hosts[name] then
                        if not endpoint or otherReady < ready then endpoint, ready, host = other, otherReady, name end
                        break
                    end
                end
            end
            if not endpoint then return {} end
            if ready > now then return {string.format('%.0f', ready)} end
            local function take(share)
                local turn = base .. 'due:' .. endpoint .. ':' .. share
                for _, name in ipairs(redis.call('ZRANGEBYSCORE', turn, '-inf', now, 'LIMIT', 0, 10)) do
                    if redis.call('EXISTS', message(name)) == 1 then return name end
                    unqueue(name, endpoint, share)
                    remove(name)
                end
            end
            local function search(from)
                for _, share in ipairs(redis.call('ZRANGEBYSCORE', base .. 'shares:' .. endpoint, from, '+inf')) do
                    local name = take(share)
                    if name then return name end
                end
            end
            local name = last[endpoint] and search('(' .. last[endpoint]) or search('-inf')
            if not name then
                refresh(endpoint)
                return {string.format('%.0f', now)}
            end
            redis.call('HSET', receiver(endpoint), 'lease', string.format('%.0f', now + lease), 'server', server)
            refresh(endpoint)
            return {host, row(name)}
            """)

    /// Arguments: message, server.
    static let delivered = RedisScript(
        messages + """
            local endpoint = find(ARGV[1])
            if not endpoint then return 0 end
            redis.call('HDEL', receiver(endpoint), 'failures', 'rests')
            release(endpoint, ARGV[2])
            remove(ARGV[1])
            return 1
            """)

    /// Arguments: receiver. Returns its failures in a row.
    static let countFailure = RedisScript(
        messages + "return redis.call('HINCRBY', receiver(ARGV[1]), 'failures', 1)")

    /// Arguments: message, server, outcome, when it is due again, until when its receiver rests.
    static let failed = RedisScript(
        messages + """
            local endpoint, share = find(ARGV[1])
            if not endpoint then return 0 end
            redis.call('HINCRBY', message(ARGV[1]), 'attempts', 1)
            redis.call('HSET', message(ARGV[1]), 'outcome', ARGV[3], 'due', ARGV[4])
            redis.call('HSET', receiver(endpoint), 'rests', ARGV[5])
            queue(ARGV[1], endpoint, share, ARGV[4])
            release(endpoint, ARGV[2])
            refresh(endpoint)
            return 1
            """)

    /// Arguments: message, server, outcome, now, when the dead letter ends.
    static let deadLetter = RedisScript(
        messages + """
            local endpoint, share = find(ARGV[1])
            if not endpoint then return 0 end
            redis.call('HINCRBY', message(ARGV[1]), 'attempts', 1)
            redis.call('HSET', message(ARGV[1]), 'outcome', ARGV[3], 'dead', ARGV[4], 'expires', ARGV[5])
            redis.call('ZADD', base .. 'dead', ARGV[5], ARGV[1])
            if isSession(endpoint) then redis.call('ZADD', base .. 'dead:sessions', ARGV[5], ARGV[1]) end
            unqueue(ARGV[1], endpoint, share)
            release(endpoint, ARGV[2])
            refresh(endpoint)
            return 1
            """)

    /// Arguments: message, now, until when it is tried.
    static let retry = RedisScript(
        messages + """
            local endpoint, share = find(ARGV[1])
            if not endpoint then return 0 end
            redis.call('HDEL', message(ARGV[1]), 'dead')
            redis.call('HSET', message(ARGV[1]), 'attempts', 0, 'due', ARGV[2], 'expires', ARGV[3])
            redis.call('ZREM', base .. 'dead', ARGV[1])
            redis.call('ZREM', base .. 'dead:sessions', ARGV[1])
            queue(ARGV[1], endpoint, share, ARGV[2])
            redis.call('HDEL', receiver(endpoint), 'failures', 'rests')
            refresh(endpoint)
            return 1
            """)

    /// Arguments: message.
    static let drop = RedisScript(
        messages + """
            if not find(ARGV[1]) then return 0 end
            remove(ARGV[1])
            return 1
            """)

    /// Arguments: largest number of messages.
    static let list = RedisScript(
        messages + """
            local rows = {}
            for _, name in ipairs(redis.call('ZRANGE', base .. 'all', 0, tonumber(ARGV[1]) - 1)) do
                if find(name) then rows[#rows + 1] = row(name) end
            end
            return rows
            """)

    /// Arguments: receiver.
    static let deleteEndpoint = RedisScript(
        messages + """
            local names = redis.call('ZRANGE', base .. 'to:' .. ARGV[1], 0, -1)
            for _, name in ipairs(names) do remove(name) end
            return #names
            """)

    /// Arguments: session.
    static let deleteSession = RedisScript(
        messages + """
            local names = redis.call('SMEMBERS', base .. 'session:' .. ARGV[1])
            for _, name in ipairs(names) do remove(name) end
            redis.call('DEL', base .. 'session:' .. ARGV[1])
            return #names
            """)
}
