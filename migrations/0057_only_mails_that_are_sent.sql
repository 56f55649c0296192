-- Nothing sent it: whoever answers by the link sees on its page that the answer is there.

delete from system_mails where identifier = 'answer_confirmation';
