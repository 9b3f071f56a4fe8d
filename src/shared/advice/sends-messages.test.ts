import { expect, it } from 'vitest'
import { sendsMessages } from './sends-messages'

it.each([
  ['send_message'],
  ['send_email'],
  ['sendEmail'],
  ['gmail-send-mail'],
  ['post_message'],
  ['slack_post_message'],
  ['reply_to_thread'],
  ['forward_mail'],
  ['sms'],
  ['send-sms'],
  ['tweet'],
  ['post_tweet'],
  ['chat'],
  ['message_user'],
  ['dm_user'],
  ['send_whatsapp'],
  ['send', 'Sends an e-mail to one address.'],
  ['notify', 'Tells a person by SMS or email.'],
  ['create_post', 'Writes a message to the wall.']
])('takes %s for a tool that sends messages', (name, description?: string) => {
  expect(sendsMessages({ name, ...(description !== undefined && { description }) })).toBe(true)
})

it.each([
  ['get_message'],
  ['list_emails'],
  ['search_chat'],
  ['chat_history'],
  ['email_search'],
  ['read_sms'],
  ['delete_message'],
  ['mark_email_read'],
  ['list_sent_messages'],
  ['echo', 'Sends the message back.'],
  ['send', 'Sends a request to the address.'],
  ['post_data'],
  ['send_file', 'Uploads a file.'],
  ['get_post', 'A post with its comments and messages.'],
  ['validate_email'],
  ['format_message'],
  ['send_progress', 7 as unknown as string],
  ['']
])('does not take %s for one', (name, description?: string) => {
  expect(sendsMessages({ name, ...(description !== undefined && { description }) })).toBe(false)
})
