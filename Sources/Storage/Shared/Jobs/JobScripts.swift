/// The steps on jobs and queues that must not be divided.
enum JobScripts {
    /// Whether the stream has less than all readers could take: then some may be idle soon, and a client gets more than its room.
    private static let isLow = """
        local function isLow(readers)
          for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
            for i = 1, #group, 2 do
              if group[i] == 'lag' then return group[i + 1] and group[i + 1] < math.max(tonumber(readers), 1) end
            end
          end
          return false
        end

        """

    /// Announces a scan of a session, and forgets announcements past their time.
    /// Key: the session's stream. Arguments: content, most entries, milliseconds that an entry is kept, channel.
    static let announce = RedisScript(
        """
        redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], '*', 'v', ARGV[1])
        redis.call('XTRIM', KEYS[1], 'MINID', tonumber(redis.call('TIME')[1]) * 1000 - tonumber(ARGV[3]))
        redis.call('PEXPIRE', KEYS[1], ARGV[3])
        return redis.call('PUBLISH', ARGV[4], '')
        """)

    /// Queues a job: in the stream while its client has room there, else in the client's lane.
    /// Keys: stream, clients, lane. Arguments: client, job, most unfinished jobs of the client, room of a client in the stream,
    /// readers of all workers, names of readings.
    /// Returns the number of the client's unfinished jobs; 0 where it has too many.
    static let handIn = RedisScript(
        isLow + """
            local held = redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
            if held > tonumber(ARGV[3]) then
              redis.call('HINCRBY', KEYS[2], ARGV[1], -1)
              return 0
            end
            if held <= tonumber(ARGV[4]) or isLow(ARGV[5]) then
              redis.call('XADD', KEYS[1], '*', 'v', '1', 'id', ARGV[2], 'client', ARGV[1], 'readings', ARGV[6])
            else
              redis.call('LPUSH', KEYS[3], ARGV[2])
            end
            return held
            """)

    /// Ends an entry, and moves its client's next jobs into the stream. An entry that was ended before changes nothing.
    /// A lane that holds jobs has at least one entry of its client in the stream, so it is always moved on.
    private static let acknowledging =
        isLow + """
            local function acknowledge(entry, client, room, readers)
              if redis.call('XACK', KEYS[1], 'workers', entry) == 0 then return end
              local held = redis.call('HINCRBY', KEYS[2], client, -1)
              if held <= 0 then return end
              local waiting = redis.call('LLEN', KEYS[3])
              room = tonumber(room) - (held - waiting)
              if waiting > 0 and room < 2 and isLow(readers) then room = 2 end
              for _ = 1, math.min(room, waiting, 8) do
                redis.call('XADD', KEYS[1], '*', 'v', '1', 'id', redis.call('RPOP', KEYS[3]), 'client', client)
              end
            end

            """

    /// Keys: stream, clients, lane. Arguments: entry, client, room of a client in the stream, readers of all workers.
    static let acknowledge = RedisScript(
        acknowledging + "acknowledge(ARGV[1], ARGV[2], ARGV[3], ARGV[4])")

    /// Writes the outcome of a job that has none. Where Redis can't write it, nothing else is done.
    private static let ending = """
        local function finish(outcome, material, order, content, milliseconds, channel)
          local written = redis.call('SET', outcome, content, 'NX', 'PX', milliseconds)
          redis.call('DEL', material, order)
          redis.call('PUBLISH', channel, '')
          return written and 1 or 0
        end

        """

    /// Ends a job. Keys: outcome, material, order. Arguments: outcome, its lifetime in milliseconds, channel.
    /// Returns 1 where the job had no outcome.
    static let end = RedisScript(
        ending + "return finish(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3])")

    /// Ends a job and its entry, in one step, so that no job that was done is done again.
    /// Keys and arguments: those of `acknowledge`, then those of `end`. They are in two slots: servers of a Redis Cluster would have
    /// to run the two scripts one after the other.
    static let endAndAcknowledge = RedisScript(
        acknowledging + ending + """
            finish(KEYS[4], KEYS[5], KEYS[6], ARGV[5], ARGV[6], ARGV[7])
            acknowledge(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
            """)

    /// Takes entries that nobody has, those of the first queue first.
    /// Keys: both streams. Arguments: worker, most entries. Returns what `XREADGROUP` does.
    static let take = RedisScript(
        """
        local taken, left = {}, tonumber(ARGV[2])
        for _, stream in ipairs(KEYS) do
          if left > 0 then
            local found = redis.call(
              'XREADGROUP', 'GROUP', 'workers', ARGV[1], 'COUNT', left, 'STREAMS', stream, '>')
            if found then
              taken[#taken + 1] = found[1]
              left = left - #found[1][2]
            end
          end
        end
        return taken
        """)

    /// Adds a step of a job. Keys: steps. Arguments: step, number of steps that are kept, their lifetime in milliseconds, channel.
    /// Returns the number of servers that follow the job.
    static let report = RedisScript(
        """
        redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '0-*', 'j', ARGV[1])
        redis.call('PEXPIRE', KEYS[1], ARGV[3])
        return redis.call('PUBLISH', ARGV[4], '')
        """)

    /// Takes what was handed back, and what nobody has said anything of for a while. Entries of an unknown version are left to
    /// workers that know it.
    /// Keys: stream. Arguments: worker, idle milliseconds, most entries, highest version known.
    /// Returns for each entry its id, its fields, the number of its deliveries, and who had it.
    static let takeOver = RedisScript(
        """
        local taken = {}
        local function take(entries)
          for _, entry in ipairs(entries) do
            local found = redis.call('XRANGE', KEYS[1], entry[1], entry[1])
            if #found == 0 then
              redis.call('XACK', KEYS[1], 'workers', entry[1])
            else
              local fields, known = found[1][2], false
              for i = 1, #fields, 2 do
                if fields[i] == 'v' and (tonumber(fields[i + 1]) or 0) <= tonumber(ARGV[4]) then known = true end
              end
              if known and #taken < tonumber(ARGV[3]) then
                redis.call('XCLAIM', KEYS[1], 'workers', ARGV[1], 0, entry[1], 'RETRYCOUNT', entry[4] + 1)
                taken[#taken + 1] = { entry[1], fields, entry[4] + 1, entry[2] }
              end
            end
          end
        end
        take(redis.call('XPENDING', KEYS[1], 'workers', '-', '+', ARGV[3], 'returned'))
        take(redis.call('XPENDING', KEYS[1], 'workers', 'IDLE', ARGV[2], '-', '+', ARGV[3]))
        return taken
        """)

    /// Hands back all that a worker has, not counted as a try, and forgets the worker.
    /// Keys: stream. Arguments: worker. Returns the number of entries.
    static let handBackAll = RedisScript(
        """
        local returned = 0
        while true do
          local entries = redis.call('XPENDING', KEYS[1], 'workers', '-', '+', 100, ARGV[1])
          if #entries == 0 then break end
          for _, entry in ipairs(entries) do
            redis.call('XCLAIM', KEYS[1], 'workers', 'returned', 0, entry[1],
              'RETRYCOUNT', math.max(entry[4] - 1, 0), 'JUSTID')
            if #redis.call('XRANGE', KEYS[1], entry[1], entry[1]) == 0 then
              redis.call('XACK', KEYS[1], 'workers', entry[1])
            end
          end
          returned = returned + #entries
        end
        redis.call('XGROUP', 'DELCONSUMER', KEYS[1], 'workers', ARGV[1])
        return returned
        """)

    /// Forgets workers that have nothing and haven't asked for long. Keys: stream. Arguments: milliseconds.
    static let forgetWorkers = RedisScript(
        """
        for _, worker in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], 'workers')) do
          local facts = {}
          for i = 1, #worker, 2 do facts[worker[i]] = worker[i + 1] end
          if facts['pending'] == 0 and facts['idle'] > tonumber(ARGV[1]) then
            redis.call('XGROUP', 'DELCONSUMER', KEYS[1], 'workers', facts['name'])
          end
        end
        return 1
        """)

    /// Counts a queue, and removes what is done from its stream, and who has nothing from its clients.
    /// Keys: stream, clients. Returns the numbers of unfinished jobs, of clients that have one, of entries that nobody has taken, and
    /// of those that somebody has.
    static let count = RedisScript(
        """
        local total, clients, gone = 0, 0, {}
        local held = redis.call('HGETALL', KEYS[2])
        for i = 1, #held, 2 do
          local count = tonumber(held[i + 1])
          if count > 0 then
            total = total + count
            clients = clients + 1
          else
            gone[#gone + 1] = held[i]
          end
        end
        for i = 1, #gone, 1000 do
          redis.call('HDEL', KEYS[2], unpack(gone, i, math.min(i + 999, #gone)))
        end
        if redis.call('EXISTS', KEYS[1]) == 0 then return { total, clients, 0, 0 } end
        local lag, pending = 0, 0
        for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
          local facts = {}
          for i = 1, #group, 2 do facts[group[i]] = group[i + 1] end
          if facts['name'] == 'workers' then
            lag, pending = facts['lag'] or 0, facts['pending']
            local oldest = facts['last-delivered-id']
            if pending > 0 then oldest = redis.call('XPENDING', KEYS[1], 'workers')[2] end
            redis.call('XTRIM', KEYS[1], 'MINID', oldest)
          end
        end
        return { total, clients, lag, pending }
        """)

    /// Says that a worker lives, and forgets those that haven't said so for a while. Redis' own clock counts.
    /// Keys: seen, facts. Arguments: worker or nothing, its facts, milliseconds after which a worker is forgotten.
    /// Returns the facts of all workers.
    static let heartbeat = RedisScript(
        """
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        if ARGV[1] ~= '' then
          redis.call('ZADD', KEYS[1], now, ARGV[1])
          redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
        end
        local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3], 'LIMIT', 0, 1000)
        if #gone > 0 then
          redis.call('ZREM', KEYS[1], unpack(gone))
          redis.call('HDEL', KEYS[2], unpack(gone))
        end
        return redis.call('HVALS', KEYS[2])
        """)
}
