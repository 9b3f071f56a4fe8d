import { WorkbenchError, WorkbenchErrorCode } from '../../shared/protocol/errors'

export const USAGE = `patchbay <command>

  patchbay servers                                    list the configured servers
  patchbay trust <server> [--yes | --no]              show what it would run; trust it, or refuse and revoke
  patchbay login <server> [--scope "a b"] [--no-browser]
                                                      sign in with your browser (OAuth), for the app too
  patchbay logout <server>                            forget the sign-in, and have its tokens revoked
  patchbay auth list                                  show who is signed in where; never a token
  patchbay auth clear <address>                       forget a sign-in whose server is no longer listed
  patchbay tools <server>                             list the tools of a server
  patchbay resources <server>                         list its resources and resource templates
  patchbay prompts <server>                           list its prompts
  patchbay call <server> <tool> [--args '<json>']     call a tool, if the arguments fit its schema
  patchbay read <server> <uri>                        read a resource
  patchbay prompt <server> <name> [--args '<json>']   get a prompt, if the arguments fit it
  patchbay request <server> <method> [--params '<json>']
                                                      send any method; notifications/… without an answer
  patchbay ping <server>                              ask for a sign of life, and time it
  patchbay doctor <server>                            open it, walk its catalogue, say what is wrong
  patchbay oauth check <server or address>            sign in without a person, and judge each step
  patchbay metrics <server> [--for <seconds>]         ask it a few times, and time the answers
  patchbay metrics --file <file.jsonl>                the same numbers, of a recording
  patchbay traffic recordings                         list what the app has recorded
  patchbay traffic show [<file.jsonl>]                show a recording, or a file of one
  patchbay traffic filter '<filter>' [<file.jsonl>]   show what matches, in the app's language of filters
  patchbay traffic export <out> [<file.jsonl>]        write what matches --filter to a file
  patchbay audit list                                 show what was done for you, by the app or from here
  patchbay audit export <out>                         write it to a file: out.csv, or JSON Lines
  patchbay audit verify [--link <hash>]               say whether somebody has changed it since

The server is one of those that the app has too: the demo server, your own, and with
  --project <folder>    those of a project. They run only once you have trusted them.
Or it is one of a file in the mcpServers format:
  --config <file.json>
or it is given right there, and its name left out:
  patchbay tools -- node server.js --flag
  patchbay call <tool> --args '<json>' --url http://127.0.0.1:3001/mcp

  --json                print JSON, for machines
  --timeout <ms>        how long each request may take: lists, reads and calls, and the handshake,
                        which has 2000 ms at least; progress starts the time of a call anew
  --args '<json>'       or @file, or - for stdin; so too --meta and --params
  --meta '<json>'       what a call says beside its arguments, as its _meta
  --for <seconds>       how long to measure: once a second; left out, five times at once
  --call <tool>         call this tool as well when measuring, with --args if it needs some
  --background          of metrics: also count automatic pings, probes and polls
  --approve             make a call of a tool that you have set to ask always, or, where approval goes
                        by risk, one of high risk; what you have denied is not made
  --progress            say progress on stderr line by line, also where stderr is no terminal
  --era <era>           legacy, auto or modern
  --transport <name>    auto, http (the same as streamable-http), sse, websocket (ws), long-poll
  --header 'K: V'       send a header; may be given more than once
  --env K=V             set a variable of the server's process; may be given more than once
  --input id=value      answer what a definition asks for as \${input:id}
  --recording <id>      a recording of the app; left out, or last, the newest that is not empty
  --pairs               show a request and its answer as one row
  --filter '<filter>'   export only what matches; of the audit log, show or export: words, a "phrase",
                        -without, server:name, method:tools/*, status:failed|cancelled
  --format <form>       jsonl, har (what went over HTTP) or markdown (a report of each call); without
                        it the name of the file says: .har, .md; of the audit log, jsonl or csv
  --revision <date>     of oauth check: which revision of MCP has the rules, such as 2025-11-25
  --reporter <form>     of oauth check: text, json or junit
  --status <status>     of the audit log: ok, failed, cancelled, running or interrupted
  --force               send arguments that do not fit; replace a file that is there
  --link <hash>         of the audit log: say whether a last link that you noted before is still in it
  --no-audit            do not write into the audit log what this command asks of the server
  --scope "a b"         of login: ask for these scopes, instead of those that the server names
  --no-browser          of login: print the address of the page, and wait
  --client-id <id>      sign in as a client of your own, without a person (client credentials), with
  --client-secret <s>   its secret, which other programs can see here: set PATCHBAY_CLIENT_SECRET, or
  --client-key <file>   its private key in PEM; PATCHBAY_CLIENT_ID and PATCHBAY_CLIENT_KEY do the same
  --traffic <file>      write every frame to a file, one JSON object a line
  --reveal              show values of variables, headers and secrets, which are ••• otherwise
  --profile <folder>    where the app keeps your servers, if not in the usual place
  --help, --version

A call that you type counts as made by hand, as a click does. For agents, set PATCHBAY_APPROVAL to
by-risk, or choose it in the app's settings: then calls of high risk need --approve.

stdout carries the answer only. Exit codes: 0 ok, 1 the tool says it failed (or the doctor has
findings, or oauth check finds something wrong, or somebody has changed the audit log), 2 the server
answered with an error or broke the protocol, 3 the server could not be reached or did not answer,
4 wrong usage, 5 the server refuses us, or somebody has to sign in or to unlock the keyring (stderr
says how), 6 the list that was printed is not complete, 130 interrupted.`

/** The person has to write it differently. */
export function wrongUsage(message: string): WorkbenchError {
  return new WorkbenchError(WorkbenchErrorCode.InvalidInput, message)
}
