/// What is done in one step with preferences and subjects. `KEYS[1]` is what all names begin with:
///
/// - `preferences:SESSION`, `subject:ID:OWNER`: an entry, with the share it takes
/// - `preferences`, `subjects`: all entries by the time at which they end; with `:share:SHARE` those of a share
/// - `participants:ID:OWNER`, `shared:SESSION`: with whom a subject is shared, and what is shared with a session
/// - `owners:ID`, `owned:OWNER`: whose subjects have this id, and the subjects of an owner
/// - `screenshots:ID:OWNER:SESSION`: times of the screenshots that a participant reported, in milliseconds, by a score that is half a
///   millisecond more where the screenshot was dismissed
/// - `reported:SESSION`, `reporters:ID:OWNER`: which of these there are
///
/// A client gets more entries as long as it has no more of them than what is left.
enum SharingScripts {
    private static let entries = """
        local base = KEYS[1]
        local function hasRoom(kind, share, now, limit)
            redis.call('ZREMRANGEBYSCORE', base .. kind, '-inf', now)
            redis.call('ZREMRANGEBYSCORE', base .. kind .. ':share:' .. share, '-inf', now)
            local all = redis.call('ZCARD', base .. kind)
            local held = share == '-1' and 0 or redis.call('ZCARD', base .. kind .. ':share:' .. share)
            return all < tonumber(limit) and held <= tonumber(limit) - all
        end
        local function enter(kind, share, name, expiry)
            for _, key in ipairs({base .. kind, base .. kind .. ':share:' .. share}) do
                redis.call('ZADD', key, expiry, name)
                redis.call('PEXPIREAT', key, expiry)
            end
        end
        local function leave(kind, share, name)
            redis.call('ZREM', base .. kind, name)
            if share then redis.call('ZREM', base .. kind .. ':share:' .. share, name) end
        end
        local function add(key, name, expiry)
            redis.call('SADD', key, name)
            redis.call('PEXPIREAT', key, expiry)
        end

        """

    /// Arguments: session, share, now, when it ends, limit of entries, URL, secret, notifications, screenshots, verdicts.
    static let putPreferences = RedisScript(
        entries + """
            local key = base .. 'preferences:' .. ARGV[1]
            local share = redis.call('HGET', key, 'share')
            if not share then
                if not hasRoom('preferences', ARGV[2], ARGV[3], ARGV[5]) then return 0 end
                share = ARGV[2]
            end
            redis.call('HSET', key, 'share', share, 'url', ARGV[6], 'secret', ARGV[7], 'notifications', ARGV[8],
                'screenshots', ARGV[9], 'verdicts', ARGV[10])
            redis.call('PEXPIREAT', key, ARGV[4])
            enter('preferences', share, ARGV[1], ARGV[4])
            return 1
            """)

    /// Arguments: session.
    static let removeWebhook = RedisScript(
        """
        local key = KEYS[1] .. 'preferences:' .. ARGV[1]
        if redis.call('EXISTS', key) == 1 then redis.call('HSET', key, 'url', '', 'secret', '') end
        return 1
        """)

    /// Arguments: session, when the preferences end. It writes once a day at most.
    static let touch = RedisScript(
        entries + """
            local key = base .. 'preferences:' .. ARGV[1]
            if redis.call('PEXPIRETIME', key) + 86400000 > tonumber(ARGV[2]) then return 0 end
            local share = redis.call('HGET', key, 'share')
            if not share then return 0 end
            redis.call('PEXPIREAT', key, ARGV[2])
            enter('preferences', share, ARGV[1], ARGV[2])
            return 1
            """)

    /// Arguments: subject, owner, share, now, when it ends, limit of entries, participants.
    static let putSubject = RedisScript(
        entries + """
            local id, expiry = ARGV[1] .. ':' .. ARGV[2], ARGV[5]
            local key = base .. 'subject:' .. id
            local share = redis.call('HGET', key, 'share')
            if not share then
                if not hasRoom('subjects', ARGV[3], ARGV[4], ARGV[6]) then return {0} end
                share = ARGV[3]
            end
            redis.call('HSET', key, 'share', share)
            redis.call('PEXPIREAT', key, expiry)
            enter('subjects', share, id, expiry)
            add(base .. 'owners:' .. ARGV[1], ARGV[2], expiry)
            add(base .. 'owned:' .. ARGV[2], ARGV[1], expiry)
            local participants = base .. 'participants:' .. id
            for _, session in ipairs(redis.call('SMEMBERS', participants)) do
                redis.call('SREM', base .. 'shared:' .. session, id)
            end
            redis.call('DEL', participants)
            for index = 7, #ARGV do
                add(participants, ARGV[index], expiry)
                add(base .. 'shared:' .. ARGV[index], id, expiry)
            end
            return {1, redis.call('HGET', key, 'at')}
            """)

    /// Arguments: subject, session, time of the screenshot, the time from which screenshots count, their limit, whether it was dismissed.
    ///
    /// Returns `unknown`, `stranger`, `own` with the time of the latest screenshot, or `shared` with a row for each owner: its id, the
    /// time of the latest screenshot, and whether this one is to be recorded.
    static let findOwners = RedisScript(
        """
        local base = KEYS[1]
        local isKnown, own, found = false, nil, {'shared'}
        local owners = redis.call('SMEMBERS', base .. 'owners:' .. ARGV[1])
        table.sort(owners)
        for _, owner in ipairs(owners) do
            local id = ARGV[1] .. ':' .. owner
            local subject = base .. 'subject:' .. id
            if redis.call('EXISTS', subject) == 1 then
                isKnown = true
                local at = redis.call('HGET', subject, 'at')
                if owner == ARGV[2] then
                    own = {'own', at}
                elseif redis.call('SISMEMBER', base .. 'participants:' .. id, ARGV[2]) == 1 then
                    local key = base .. 'screenshots:' .. id .. ':' .. ARGV[2]
                    local known = redis.call('ZSCORE', key, ARGV[3])
                    local isNew
                    if known then
                        isNew = ARGV[6] == '1' and tonumber(known) == tonumber(ARGV[3])
                    else
                        isNew = redis.call('ZCOUNT', key, ARGV[4], '+inf') < tonumber(ARGV[5])
                    end
                    found[#found + 1] = {owner, at, isNew and 1 or 0}
                end
            end
        end
        if #found > 1 then return found end
        return own or {isKnown and 'stranger' or 'unknown'}
        """)

    /// Arguments: subject, owner, session, time of the screenshot, when the screenshot and when the subject ends, whether the screenshot
    /// was dismissed.
    static let recordScreenshot = RedisScript(
        entries + """
            local id = ARGV[1] .. ':' .. ARGV[2]
            local key = base .. 'subject:' .. id
            local share = redis.call('HGET', key, 'share')
            if not share then return 0 end
            local screenshots = base .. 'screenshots:' .. id .. ':' .. ARGV[3]
            redis.call('ZADD', screenshots, 'GT', tonumber(ARGV[4]) + 0.5 * tonumber(ARGV[7]), ARGV[4])
            redis.call('PEXPIREAT', screenshots, ARGV[5])
            add(base .. 'reported:' .. ARGV[3], id, ARGV[5])
            add(base .. 'reporters:' .. id, ARGV[3], ARGV[5])
            local at = tonumber(redis.call('HGET', key, 'at') or 0)
            if tonumber(ARGV[4]) > at then redis.call('HSET', key, 'at', ARGV[4]) end
            enter('subjects', share, id, ARGV[6])
            for _, name in ipairs({'subject:' .. id, 'participants:' .. id, 'owners:' .. ARGV[1], 'owned:' .. ARGV[2]}) do
                redis.call('PEXPIREAT', base .. name, ARGV[6])
            end
            for _, session in ipairs(redis.call('SMEMBERS', base .. 'participants:' .. id)) do
                redis.call('PEXPIREAT', base .. 'shared:' .. session, ARGV[6])
            end
            return 1
            """)

    /// Arguments: session. Returns the numbers of preferences, subjects, participations and screenshots.
    static let deleteSession = RedisScript(
        entries + """
            local session, screenshots = ARGV[1], 0
            local key = base .. 'preferences:' .. session
            leave('preferences', redis.call('HGET', key, 'share'), session)
            local preferences = redis.call('DEL', key)
            local owned = redis.call('SMEMBERS', base .. 'owned:' .. session)
            local subjects = 0
            for _, subject in ipairs(owned) do
                local id = subject .. ':' .. session
                leave('subjects', redis.call('HGET', base .. 'subject:' .. id, 'share'), id)
                subjects = subjects + redis.call('DEL', base .. 'subject:' .. id)
                redis.call('SREM', base .. 'owners:' .. subject, session)
                for _, other in ipairs(redis.call('SMEMBERS', base .. 'participants:' .. id)) do
                    redis.call('SREM', base .. 'shared:' .. other, id)
                end
                for _, other in ipairs(redis.call('SMEMBERS', base .. 'reporters:' .. id)) do
                    redis.call('SREM', base .. 'reported:' .. other, id)
                    redis.call('DEL', base .. 'screenshots:' .. id .. ':' .. other)
                end
                redis.call('DEL', base .. 'participants:' .. id, base .. 'reporters:' .. id)
            end
            local shared = redis.call('SMEMBERS', base .. 'shared:' .. session)
            local participations = 0
            for _, id in ipairs(shared) do
                participations = participations + redis.call('SREM', base .. 'participants:' .. id, session)
            end
            for _, id in ipairs(redis.call('SMEMBERS', base .. 'reported:' .. session)) do
                local reported = base .. 'screenshots:' .. id .. ':' .. session
                screenshots = screenshots + redis.call('ZCARD', reported)
                redis.call('DEL', reported)
                redis.call('SREM', base .. 'reporters:' .. id, session)
            end
            redis.call('DEL', base .. 'owned:' .. session, base .. 'shared:' .. session, base .. 'reported:' .. session)
            return {preferences, subjects, participations, screenshots}
            """)
}
