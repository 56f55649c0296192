-- what a Mastodon server last said a post may have: the process that shows a preview is not the one that posts
create table mastodon_servers (
  server text primary key,
  characters int not null,
  characters_per_url int not null
);
