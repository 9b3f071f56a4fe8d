import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'
import { Channel, type ChannelOptions } from './channel'
import { serve, type Line, type Service } from './serve'

type Demo = {
  readonly answers: {
    readonly double: (value: number) => number
    readonly later: (value: string) => Promise<string>
    readonly fail: (why: 'plainly' | 'by name') => never
    readonly seen: () => readonly string[]
  }
  readonly settings: { readonly mood: string }
  readonly parcel: string
  readonly events: { readonly said: string }
}

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const broken = (): WorkbenchError =>
  new WorkbenchError(WorkbenchErrorCode.Internal, 'Nobody is there.')

/** A far end that takes what it is handed when it is told to, and a near end that outlives it. */
function demo(options: Partial<ChannelOptions<Demo>> = {}) {
  const heard: string[] = []
  const channel = new Channel<Demo>({
    hear: { said: (text) => heard.push(text) },
    broken,
    ...options
  })
  const start = (takes = true) => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    const seen: string[] = []
    const posted: (readonly unknown[])[] = []
    port2.on('message', (message: readonly unknown[]) => posted.push(message))
    let line: Line<Demo> | undefined
    serve<Demo>(port2, (given): Service<Demo> => {
      line = given
      return {
        answers: {
          double: (value) => value * 2,
          later: async (value) => `${value} later`,
          fail: (why) => {
            if (why === 'plainly') throw new Error('It broke.')
            throw new WorkbenchError(WorkbenchErrorCode.NotFound, 'It is not there.')
          },
          seen: () => seen
        },
        settings: { mood: (mood) => seen.push(`mood ${mood}`) },
        take: ({ parcel, value }) => {
          seen.push(value)
          if (takes) given.taken([parcel])
        },
        failure: WorkbenchErrorCode.Storage
      }
    })
    channel.connect(port1)
    return { port: port2, seen, posted, tell: (text: string) => line?.tell('said', text) }
  }
  return { channel, heard, start }
}

describe('a channel', () => {
  it('answers what is asked, with a value, later, or with the code of what went wrong', async () => {
    const { channel, start } = demo()
    start()
    expect(await channel.ask('double', 21)).toBe(42)
    expect(await channel.ask('later', 'see you')).toBe('see you later')
    await expect(channel.ask('fail', 'by name')).rejects.toMatchObject({
      code: WorkbenchErrorCode.NotFound,
      message: 'It is not there.'
    })
    await expect(channel.ask('fail', 'plainly')).rejects.toMatchObject({
      code: WorkbenchErrorCode.Storage,
      message: 'It broke.'
    })
  })

  it('tells what happens at the far end', async () => {
    const { channel, heard, start } = demo()
    const { tell } = start()
    tell('hello')
    await channel.ask('double', 1)
    expect(heard).toEqual(['hello'])
  })

  it('sends in one message what is said in one turn, in its order', async () => {
    const { channel, start } = demo()
    const { posted } = start()
    channel.set('mood', 'calm')
    channel.hand('one')
    channel.hand('two')
    expect(await channel.ask('seen')).toEqual(['mood calm', 'one', 'two'])
    expect(posted.map((message) => message.length)).toEqual([4])
  })

  it('tells a far end that starts anew what it has to know, and hands over what was not taken', async () => {
    const { channel, start } = demo()
    start(false)
    channel.set('mood', 'calm')
    channel.set('mood', 'cross')
    channel.hand('one')
    await channel.ask('seen')
    channel.disconnect()
    channel.hand('two')
    const { seen } = start()
    await channel.ask('seen')
    expect(seen).toEqual(['mood cross', 'one', 'two'])
    channel.disconnect()
    const { seen: third } = start()
    await channel.ask('seen')
    expect(third).toEqual(['mood cross'])
  })

  it('leaves nobody waiting for a far end that is gone', async () => {
    const { channel, start } = demo()
    start()
    const asked = channel.ask('double', 1)
    channel.disconnect()
    await expect(asked).rejects.toThrow('Nobody is there.')
    await expect(channel.ask('double', 1)).rejects.toThrow('Nobody is there.')
  })

  it('does not listen to a far end that another has replaced', async () => {
    const { channel, heard, start } = demo()
    const first = start()
    channel.disconnect()
    start()
    first.tell('from the grave')
    await channel.ask('double', 1)
    expect(heard).toEqual([])
  })

  it('makes whoever hands over too much wait until half of it is taken', async () => {
    const { channel, start } = demo({ sizeOf: (text) => text.length, congestedAt: 10 })
    channel.hand('123456')
    expect(channel.congestion).toBeUndefined()
    channel.hand('123456')
    expect(channel.congestion).toBeDefined()
    const { congestion } = channel
    start()
    await congestion
    expect(channel.congestion).toBeUndefined()
  })

  it('holds nobody up when it has ended', async () => {
    const { channel } = demo({ congestedAt: 1 })
    channel.hand('one')
    channel.hand('two')
    const { congestion } = channel
    channel.end()
    await congestion
    expect(channel.congestion).toBeUndefined()
  })

  it('gives up the oldest of too many parcels', async () => {
    const { channel, start } = demo({ mostParcels: 2 })
    for (const parcel of ['one', 'two', 'three']) channel.hand(parcel)
    const { seen } = start()
    await channel.ask('seen')
    expect(seen).toEqual(['two', 'three'])
  })
})
