/**
 * The one thread that keeps what has happened. Each part of the ledger has a channel of its own to
 * it. If the thread breaks it is started anew, and every part goes on where it was.
 */
import {
  MessageChannel,
  receiveMessageOnPort,
  type MessagePort,
  type Worker
} from 'node:worker_threads'
import type { Channel } from '../channel/channel'
import type { Report, Terms } from '../channel/messages'
import { Thread } from '../channel/thread'
import type { LedgerStart, OpenPart, PartName } from './ledger-messages'

export type Part<Name extends PartName> = {
  /** What the thread has to know to open this part. It is asked each time a thread starts. */
  readonly start: () => LedgerStart[Name]
  /** The thread is gone. If it is not given up, the next one is about to start. */
  readonly onBreak: (isGivenUp: boolean) => void
}

type Connection = {
  readonly connect: (worker: Worker) => void
  readonly lose: (isGivenUp: boolean) => void
}

export class Ledger {
  private readonly connections: Connection[] = []
  private worker: Worker | undefined
  private readonly thread: Thread

  constructor(spawn: () => Worker) {
    this.thread = new Thread({
      spawn,
      isKeptRunning: true,
      onStart: (worker) => {
        this.worker = worker
        for (const { connect } of this.connections) connect(worker)
      },
      onBreak: (isGivenUp) => {
        this.worker = undefined
        for (const { lose } of this.connections) lose(isGivenUp)
      }
    })
    this.thread.start()
  }

  open<Name extends PartName, Kind extends Terms>(
    name: Name,
    channel: Channel<Kind>,
    part: Part<Name>
  ): void {
    let port: MessagePort | undefined
    const connection: Connection = {
      connect: (worker) => {
        const { port1, port2 } = new MessageChannel()
        const opening = { part: name, start: part.start(), port: port2 } as OpenPart
        worker.postMessage(opening, [port2])
        port = port1
        channel.connect(port1)
        // Nobody has to wait for the thread in order to quit.
        port1.unref()
      },
      lose: (isGivenUp) => {
        if (port) hearTheRest(port, channel)
        if (isGivenUp) channel.end()
        else channel.disconnect()
        part.onBreak(isGivenUp)
      }
    }
    this.connections.push(connection)
    if (this.worker) connection.connect(this.worker)
  }

  /** The thread does its work, so what broke it before does not count any more. */
  hasWorked(): void {
    this.thread.hasWorked()
  }

  async stop(): Promise<void> {
    this.worker = undefined
    await this.thread.stop()
  }
}

/** What the thread has said before it broke holds: what it has taken is not handed over again. */
function hearTheRest<Kind extends Terms>(port: MessagePort, channel: Channel<Kind>): void {
  let received = receiveMessageOnPort(port)
  while (received) {
    channel.hear((received as { readonly message: readonly Report[] }).message)
    received = receiveMessageOnPort(port)
  }
  port.close()
}
