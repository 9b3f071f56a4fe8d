/** Names of things, checked where they come in. The window uses the types only: it has no zod. */
import { z } from 'zod'

/** What a person calls a server. Its id is longer: it also says where the server is written down. */
export const ServerName = z.string().min(1).max(200)

export const ServerId = z.string().min(1).max(400).brand<'ServerId'>()
export type ServerId = z.infer<typeof ServerId>

export const CallId = z.string().min(1).max(100).brand<'CallId'>()
export type CallId = z.infer<typeof CallId>
